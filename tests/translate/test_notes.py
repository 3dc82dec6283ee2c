"""Notes of the translator: faults of a sample that show."""
from __future__ import annotations

import textwrap

import pytest

pytest.importorskip("tree_sitter", reason="tree-sitter is not installed (extra `translate`)")
pytest.importorskip("tree_sitter_cpp", reason="the C++ grammar is not installed (extra `translate`)")

from pyacl.translate import translate

START = "#include <cstdio>\n#include <vector>\n#include <cstdint>\n#include \"acl/acl.h\"\n"


def test_faults_of_a_sample_are_notes_with_their_lines() -> None:
    result = translate(START + textwrap.dedent("""\
        template <typename T>
        int Create(const std::vector<T> &data, void **address, aclDataType type)
        {
            return aclrtMalloc(address, data.size() * sizeof(T), ACL_MEM_MALLOC_HUGE_FIRST);
        }

        int main()
        {
            void *address = nullptr;
            std::vector<float> data = {0, 1};
            int ret = Create(data, &address, ACL_INT64);
            printf("%d\\n", data[0]);
            aclrtSynchronizeDevice();
            ret = aclrtFree(nullptr, 0);
            aclrtContext context = nullptr;
            aclrtDestroyContext(&context);
            std::vector<std::vector<int8_t>> rows(2);
            return ret + Create(rows, &address, ACL_INT8);
        }

        int Objects(aclTensor *given)
        {
            int64_t dim = 2;
            void *workspace = nullptr, *freed = nullptr;
            aclrtMemMallocPolicy huge = ACL_MEM_MALLOC_HUGE_FIRST;
            int ret = aclrtMalloc(&workspace, 64, huge) + aclrtMalloc(&freed, 64, huge);
            auto release = [&] { return aclrtFree(freed); };
            aclIntArray *lost = aclCreateIntArray(&dim, 1);
            aclIntArray *kept = aclCreateIntArray(&dim, 1);
            aclTensor *listed = nullptr;
            listed = aclCreateTensor(&dim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &dim, 1, freed);
            aclTensorList *list = aclCreateTensorList(&listed, 1);
            if (lost == nullptr || workspace == nullptr || kept == nullptr) {
                return aclDestroyIntArray(kept);
            }
            ret += aclnnRelu(workspace, 64, nullptr, nullptr);
            return ret + release() + aclDestroyTensorList(list) + aclDestroyTensor(given);
        }
        """))
    notes = [(note.line, note.text) for note in result.notes]
    assert [line for line, text in notes if text.endswith("is never freed")] == [13, 28]
    assert [(line, text) for line, text in notes if "destroyed" in text] == [(32, "lost is never destroyed")]
    assert [line for line, text in notes if "4 bytes each under a tensor of ACL_INT64, 8 bytes each" in text] == [15]
    assert [line for line, text in notes if text.startswith("%d prints a float")] == [16]
    assert [line for line, text in notes if text == "nobody checks the result of aclrtSynchronizeDevice"] == [17]
    assert [line for line, text in notes if text.startswith("aclrtFree takes 1 argument in")] == [18]
    assert [line for line, text in notes if "gets the address of the aclrtContext, and not" in text] == [20]
    assert [(r.line, "vector of vectors" in r.text) for r in result.untranslated] == [(21, True)]


def test_the_type_of_a_number_is_not_that_of_the_vector_before_it() -> None:
    result = translate(START + textwrap.dedent("""\
        template <typename T>
        size_t Run(const std::vector<T> &data, aclDataType type, double number, aclDataType of,
                   const std::vector<T> &more, aclDataType other)
        {
            return (data.size() + more.size()) * sizeof(T) + type + of + other + (number > 0);
        }

        int main()
        {
            std::vector<float> data = {0, 1};
            return Run(data, ACL_FLOAT, 2.5, ACL_DOUBLE, data, ACL_INT64) > 0;
        }
        """))
    assert [note.text for note in result.notes] == [
        "data holds float of 4 bytes each under a tensor of ACL_INT64, 8 bytes each"]


def test_a_template_that_only_looks_at_a_shape_takes_the_list() -> None:
    """Where bytes or T matter the vector is an array; and a shape is no data under a tensor."""
    result = translate(START + textwrap.dedent("""\
        template <typename T>
        aclTensor *Describe(const std::vector<T> &shape, void *address, aclDataType type)
        {
            return aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                                   shape.size(), address);
        }

        template <typename T>
        void *Fill(const std::vector<T> &values, aclDataType type)
        {
            void *address = nullptr;
            size_t bytes = values.size() * sizeof(values[0]);
            aclrtMalloc(&address, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
            aclrtMemcpy(address, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
            return address;
        }

        template <typename T>
        size_t Bytes(const std::vector<T> &values)
        {
            return values.size() * sizeof(T);
        }

        int main()
        {
            std::vector<int64_t> shape = {2, 1}, values = {3, 4}, counted = {5};
            aclTensor *tensor = Describe(shape, Fill(values, ACL_FLOAT), ACL_FLOAT);
            return aclDestroyTensor(tensor) + Bytes(counted);
        }
        """))
    assert not result.untranslated
    for line in ("    shape = [2, 1]", "    values = np.array([3, 4], dtype=np.int64)",
                 "    counted = np.array([5], dtype=np.int64)",
                 "    tensor = Describe(shape, Fill(values, ACL_FLOAT), ACL_FLOAT)"):
        assert line in result.program.splitlines()
    assert [note.text for note in result.notes if "under a tensor" in note.text] == [
        "values holds int64_t of 8 bytes each under a tensor of ACL_FLOAT, 4 bytes each"]


def test_results_that_the_next_one_replaces_are_notes() -> None:
    result = translate(START + textwrap.dedent("""\
        int main()
        {
            auto ret = aclInit(nullptr);
            ret = aclrtSetDevice(0);
            if (ret == ACL_SUCCESS) {
                ret = aclrtSynchronizeDevice();
            } else {
                ret = aclrtSetDevice(1);
            }
            void *address = nullptr;
            for (int i = 0; i < 2 && ret == ACL_SUCCESS; i++) {
                ret = aclrtMalloc(&address, 64, ACL_MEM_MALLOC_HUGE_FIRST);
            }
            ret = aclrtFree(address);
            ret = aclrtSynchronizeDevice();
            aclFinalize();
            return 0;
        }
        """))
    assert [(note.line, note.text) for note in result.notes] == [
        (7, "nobody checks the result of aclInit"), (19, "nobody checks the result of aclrtSynchronizeDevice")]
