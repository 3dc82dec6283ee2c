"""What hurts people who script these devices, and where each point is answered: 79 of them, 1 to 78 and 29b.

An answer is a list of tests, a limit that the README admits under a heading, or the reason why it is not for this
package to answer.
"""
from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """One trouble.

    title    what it is, in short
    tests    "file::test" below tests/, without parameters
    limit    heading of the README
    outside  why it is not this package's
    """

    title: str
    tests: tuple[str, ...] = ()
    limit: str = ""
    outside: str = ""


ERRORS = "lifetime/test_errors.py::test_"
EXIT = "lifetime/test_threads_and_exit.py::test_"
FLIGHT = "lifetime/test_in_flight.py::test_"
HOSTILE = "lifetime/test_hostile.py::test_"
ONCE = "lifetime/test_fail_once.py::test_every_call_fails_once"
SOAK = "lifetime/test_soak.py::test_a_short_soak_is_flat"
LIBRARIES = "test_libraries.py::test_"
LISTS = "test_descriptors.py::test_"
TENSOR = "test_tensor.py::test_"
VIEWS = "test_tensor_views.py::test_"
OPERATOR = "test_executor.py::test_"

POINTS = {
    # Finding and loading the libraries
    "1": Point("the environment script was not sourced", (
        LIBRARIES + "the_standard_roots", LIBRARIES + "nothing_lists_every_place_and_what_to_do")),
    "2": Point("a service or child has another environment", (
        LIBRARIES + "environment_that_cann_reads_is_set_and_kept", "test_command_line.py::test_info_of_a_toolkit")),
    "3": Point("toolkit without a driver", (
        LIBRARIES + "toolkit_without_driver", LIBRARIES + "stub_folders_never")),
    "4": Point("operator too new, or library missing: two causes", (
        OPERATOR + "a_missing_operator_is_unsupported_on_the_call",
        LIBRARIES + "a_missing_function_is_unsupported_with_the_version")),
    "5": Point("linked to the symbols of one release", (
        "test_capi.py::test_what_an_older_cann_lacks_says_so_on_the_call",)),
    "6": Point("a library whose symbols nobody provides", (
        LIBRARIES + "tiling_library_is_opened_where_linking_forgot_it",)),
    "7": Point("another layout of the next release", (
        LIBRARIES + "layouts", LIBRARIES + "split_operator_libraries_come_before_the_single_one",
        LIBRARIES + "versions_from_files")),
    "8": Point("the phases of one operator from two libraries", (LIBRARIES + "both_phases_come_from_one_file",)),
    "9": Point("a vendor's library under CANN's name", (
        LIBRARIES + "a_vendors_library_of_the_same_name_is_not_taken_for_canns",)),
    "10": Point("global symbols of two libraries", (LIBRARIES + "libraries_are_local",)),
    "11": Point("the folder of custom operators named too late", (
        LIBRARIES + "custom_package_by_environment", LIBRARIES + "load_library")),
    "12": Point("the loader's reason is lost", (LIBRARIES + "the_loaders_words_are_kept",)),
    "13": Point("500001 for a missing Python module", (
        ERRORS + "the_codes_that_people_meet_most_have_a_name_a_meaning_and_a_hint",)),
    "14": Point("driver older than CANN", ("test_command_line.py::test_info_names_what_is_odd_and_the_cure",)),
    "15": Point("an import that grabs the device", (
        LIBRARIES + "nothing_is_opened_before_first_use",
        "test_capi.py::test_importing_pyacl_loads_neither_numpy_nor_a_library")),
    # Start, threads, fork, exit
    "16": Point("initialised by another library", ("test_device.py::test_acl_initialised_before_us_is_fine",)),
    "17": Point("one library ends ACL for all", (
        "test_process.py::test_who_found_acl_initialised_neither_resets_nor_finalizes_at_exit",
        EXIT + "somebody_elses_acl_is_finalized_before_our_end", EXIT + "somebody_else_finalizes_what_we_initialised")),
    "18": Point("no context in a worker thread", (EXIT + "workers_use_objects_without_set_up",)),
    "19": Point("a helper thread opens device 0", (
        EXIT + "workers_use_objects_without_set_up",
        "test_device.py::test_creating_in_a_thread_without_a_device_is_a_clear_error")),
    "20": Point("asking for the error fails itself", (
        ERRORS + "in_a_thread_without_a_context_texts_do_not_come_again",)),
    "21": Point("a stream of another context or device", (
        "test_device.py::test_streams_of_two_contexts_of_one_device_both_work", EXIT + "devices_are_never_mixed")),
    "22": Point("fork after use", (
        "test_process.py::test_a_child_of_fork_gets_one_clear_error_and_frees_nothing",
        EXIT + "a_child_of_fork_exits_by_itself_and_the_parent_goes_on", "test_process.py::test_spawned_workers")),
    "23": Point("a question for the name spoils a fork", (
        "test_process.py::test_questions_before_a_fork_do_not_spoil_the_child",)),
    "24": Point("crash at the end of the interpreter", (
        "test_process.py::test_exit_with_live_objects_frees_in_order", EXIT + "daemon_threads_that_never_stop_calling",
        "lifetime/test_fail_once.py::test_what_fails_at_exit_is_silent_and_stops_nothing")),
    "25": Point("the first use of a device takes seconds", outside="the driver takes them; it is the first use that "
                "opens a device, never an import or a question"),
    "26": Point("renumbered devices", (
        "emulator/test_runtime_device.py::test_r_dev_2_visible_devices_renumber",
        "test_device.py::test_what_is_no_index_is_refused_before_any_call")),
    "27": Point("a device that cannot be opened", ("test_command_line.py::test_info_devices_asks_each_device",)),
    "28": Point("a wrong device id is taken silently", ("test_device.py::test_an_index_that_does_not_exist", ONCE)),
    "29": Point("a second copy of the runtime in the process", (LIBRARIES + "already_loaded_under_another_path",)),
    "29b": Point("streams or events run out", ("test_stream.py::test_out_of_streams_is_an_error_with_its_code", SOAK)),
    # Memory, and the life of asynchronous work
    "30": Point("a workspace freed while the kernel is queued", (
        FLIGHT + "a_workspace_grows_to_the_largest_need_while_smaller_ones_are_in_use",
        FLIGHT + "two_streams_never_share_a_workspace")),
    "31": Point("workspaces of all calls kept", (FLIGHT + "five_hundred_launches_share_one_workspace",)),
    "32": Point("a tensor dropped while it is in use", (
        FLIGHT + "closing_and_dropping_in_any_order",
        "test_memory.py::test_dropping_every_reference_defers_the_free_too")),
    "33": Point("a handle lost with each call", (SOAK, ONCE)),
    "34": Point("a list that destroys the caller's tensors", (LISTS + "a_tensor_list_leaves_its_tensors_valid",)),
    "35": Point("executors destroyed twice or never", (
        OPERATOR + "one_shot_executor_is_consumed", OPERATOR + "an_abandoned_executor_is_destroyed", SOAK)),
    "36": Point("a kept executor gives stale results", (
        OPERATOR + "repeatable_executor_with_other_addresses",
        OPERATOR + "an_operator_that_cannot_be_repeated_says_why")),
    "37": Point("an asynchronous copy from a temporary", (
        FLIGHT + "asynchronous_copies_from_temporaries_arrive_intact", FLIGHT + "staging_memory_is_used_again",
        FLIGHT + "pinned_memory_is_freed_after_the_copies_that_read_it")),
    "38": Point("an address without an owner", ("test_capi.py::test_copies_take_buffers_both_ways",)),
    "39": Point("a copy into immutable bytes", (
        "test_memory.py::test_reading_into_what_is_read_only_is_refused",
        "test_capi.py::test_unfit_targets_are_refused_before_the_call")),
    "40": Point("the pointer of a temporary array", (FLIGHT + "asynchronous_copies_from_temporaries_arrive_intact",)),
    "41": Point("copies of no bytes", ("test_memory.py::test_zero_bytes_make_no_call",)),
    "42": Point("registered host memory must be aligned", outside="pinned memory is allocated here, never registered; "
                "who registers through capi gets the code of C"),
    "43": Point("pointer attributes of ordinary memory", outside="the objects know what they have allocated and never "
                "ask; who asks through capi gets the code of C"),
    "44": Point("copies from pageable memory are slow", (
        FLIGHT + "staging_memory_is_used_again", "test_memory.py::test_pinned_memory_has_the_buffer_protocol")),
    "45": Point("pinned memory before ACL was started", (
        "test_memory.py::test_pinned_memory_has_the_buffer_protocol",)),
    "46": Point("small blocks take huge pages", ("test_pool.py::test_sizes_are_classes",)),
    "47": Point("blocks of an allocator of one's own need room behind them", (
        "test_pool.py::test_a_block_has_its_spare_bytes_and_little_more",
        TENSOR + "borrowed_memory_must_be_aligned")),
    "48": Point("memory shared with another process must be aligned", outside="nothing is exported to other processes "
                "but through capi"),
    "49": Point("an operator writes past a short output", (
        "emulator/test_aclnn_findings.py::test_short_block",
        "emulator/test_memory_findings.py::test_s_oob_canaries_tell_of_writes_that_no_call_shows")),
    # Describing tensors and parameters
    "50": Point("the storage of a strided view", (
        TENSOR + "a_view_is_described_with_the_whole_allocation_as_storage", OPERATOR + "views_in_and_out")),
    "51": Point("integers of NumPy", (TENSOR + "numbers_of_numpy_are_plain_numbers_inside",
                                      HOSTILE + "integers_of_numpy_are_dims")),
    "52": Point("sliced, reversed, transposed arrays", ("test_tensor_hypothesis.py::test_arrays_come_back",)),
    "53": Point("more than 2^31 elements", (HOSTILE + "huge_dims_are_refused_before_any_call",)),
    "54": Point("empty tensors", (TENSOR + "empty_tensors_make_no_memory_calls",
                                  HOSTILE + "zero_sizes_make_no_copies")),
    "55": Point("tensors without dims", (TENSOR + "a_single_value_stays_one",)),
    "56": Point("bfloat16 on the host", (TENSOR + "all_bfloat16_patterns_go_to_the_device_and_back",
                                         HOSTILE + "all_patterns_of_bfloat16_survive")),
    "57": Point("half scalars cast to integers", (LISTS + "scalars_are_encoded_exactly",
                                                  HOSTILE + "scalars_at_the_edge_are_numpys")),
    "58": Point("the type of a scalar guessed from its value", (LISTS + "the_type_of_a_number_beside_a_tensor",
                                                                OPERATOR + "wrong_numbers_name_the_parameter")),
    "59": Point("a data type that is not that of the data", (VIEWS + "sources_of_another_shape_or_type",)),
    "60": Point("a refused data type without the arguments", (OPERATOR + "a_refused_call_shows_everything",)),
    "61": Point("empty lists", (LISTS + "empty_lists",)),
    "62": Point("arrays that leak by their type", (LISTS + "close_destroys_once_and_collection_does_too", ONCE)),
    "63": Point("scalars that are never destroyed", (LISTS + "close_destroys_once_and_collection_does_too", SOAK)),
    "64": Point("texts freed too early, or with NUL", (HOSTILE + "texts_that_c_cannot_hold",
                                                       FLIGHT + "arguments_may_go_as_soon_as_the_call_has_returned")),
    "65": Point("optional and required pointers", (OPERATOR + "wrong_arguments_name_the_parameter",)),
    "66": Point("types taken from the first call; 0 taken for nothing", (OPERATOR + "integers_of_every_kind",
                                                                        TENSOR + "formats")),
    "67": Point("DLPack's two device types", ("test_dlpack.py::test_the_device_type_of_before",)),
    # Errors, capture, profiling, speed
    "68": Point("the error shows at a later call", (
        ERRORS + "the_place_of_an_asynchronous_failure_is_found_with_a_switch",
        "test_stream.py::test_a_failing_kernel_shows_at_synchronise_with_the_last_launches")),
    "69": Point("a bare number", (ERRORS + "the_text_of_a_refused_operator_has_every_fact",
                                  ERRORS + "the_codes_that_people_meet_most_have_a_name_a_meaning_and_a_hint")),
    "70": Point("the vendor's text is NULL, old or no UTF-8", (
        ERRORS + "any_text_of_the_vendor_is_tolerated",
        ERRORS + "a_failure_of_capi_that_nobody_read_is_not_the_operators",
        ERRORS + "what_a_poll_swallows_is_not_the_text_of_a_later_failure")),
    "71": Point("a failed first phase spoils later calls", (ONCE, ERRORS + "asking_twice_leaves_no_executor")),
    "72": Point("what is forbidden while a graph is captured", (
        "emulator/test_copy_synchronous.py::test_r_cap_2_synchronous_calls_while_capturing",)),
    "73": Point("the profiler changes with each release", outside="pyacl has no profiler; Event takes times, capi has "
                "the vendor's functions"),
    "74": Point("a launch costs more than the kernel", limit="Speed"),
    "75": Point("one thread submits too slowly", limit="Speed"),
    "76": Point("other threads freeze during a copy or wait", (
        "test_stream.py::test_other_threads_run_while_one_waits",)),
    "77": Point("a failure reported as success", (ONCE, ERRORS + "a_failure_never_depends_on_a_log_level")),
    "78": Point("kernels that are known to crash", outside="kernels are the vendor's; without a device nobody here can "
                "tell which release has which fault"),
}
