"""Printing: <algorithm> and <numeric>, as slices, comprehensions and Python's own functions."""
from __future__ import annotations

from ._precedence import ATOM, POSTFIX, SUM, Printed
from ._print_iterators import Iterators, Part
from ._tree import Binary, Call, Do, Expression, ForEach, Lambda, Name, Symbol, UntranslatedError, Variable
from ._values import kept


class Algorithms(Iterators):
    # -- that write
    def _assigned_part(self, part: Part, text: str, count: str = "") -> str:
        """A statement that fills a part with what a list says."""
        if part.owner.type.kind == "string":
            raise UntranslatedError("algorithm that writes into a string", part.owner.line)
        return f"{part.place()} = {text}"

    def _std_fill(self, call: Call) -> str:
        return self._filled_part(self.part(call), call.arguments[2])

    def _std_fill_n(self, call: Call) -> str:
        begin, count, value = call.arguments
        return self._filled_part(self.part_of(begin, self.integer(count, SUM)), value)

    def _filled_part(self, part: Part, value: Expression) -> str:
        text = self.converted(value, part.owner.type.element)
        if kept(part.owner) == "array" and part.owner.type.kind == "vector":
            return f"{part.place()} = {text}"
        count = f"({part.count})" if " " in part.count else part.count
        return f"{part.place()} = [{text}] * {count}"

    def _std_iota(self, call: Call) -> str:
        part, first = self.part(call), call.arguments[2]
        start = self.text(first, SUM)
        stop = part.count if start in ("0", "0.0") else f"{start} + {part.count}"
        limits = stop if start in ("0", "0.0") else f"{start}, {stop}"
        if kept(part.owner) == "array" and part.owner.type.kind == "vector":
            self.imports.add("numpy")
            return f"{part.place()} = np.arange({limits})"
        return f"{part.place()} = range({limits})"

    def _std_copy(self, call: Call) -> str:
        source, target = self.part(call), call.arguments[2]
        return self._copied(source, target, call)

    def _std_copy_n(self, call: Call) -> str:
        begin, count, target = call.arguments
        return self._copied(self.part_of(begin, self.integer(count, SUM)), target, call)

    def _copied(self, source: Part, target: Expression, call: Call) -> str:
        return self._put(source.sliced(), source.count, target, call, kept(source.owner) == "array")

    def _put(self, values: str, count: str, target: Expression, call: Call, is_array: bool = False) -> str:
        """Assign a list to what begins at an iterator, or append it."""
        if isinstance(target, Call) and isinstance(target.function, Symbol) and target.function.name in (
                "back_inserter", "inserter"):
            owner = target.arguments[0]
            method = "update" if owner.type.kind == "set" else "extend"
            return f"{self.text(owner, POSTFIX)}.{method}({values}{'.tolist()' if is_array else ''})"
        place = self.part_of(target, count)
        if place.is_c_array and is_array:
            values = f"{values}.tolist()"
        return self._assigned_part(place, values)

    def _std_generate(self, call: Call) -> str:
        return self._generated(self.part(call), call.arguments[2])

    def _std_generate_n(self, call: Call) -> str:
        begin, count, function = call.arguments
        if isinstance(begin, Call) and isinstance(begin.function, Symbol) and begin.function.name == "back_inserter":
            _, made = self.applied(function)
            return f"{self.text(begin.arguments[0], POSTFIX)}.extend({made} for _ in range({self.integer(count)}))"
        return self._generated(self.part_of(begin, self.integer(count, SUM)), function)

    def _generated(self, part: Part, function: Expression) -> str:
        _, made = self.applied(function)
        return self._assigned_part(part, f"[{made} for _ in range({part.count})]")

    def _std_transform(self, call: Call) -> str:
        source, function = self.part(call), call.arguments[-1]
        if source.owner.type.kind == "string":
            changed = {"tolower": "lower", "toupper": "upper"}.get(getattr(function, "name", ""))
            target = self.container(call.arguments[2])
            if not changed or target is None or not source.whole:
                raise UntranslatedError("transform of a string", call.line)
            return f"{self.text(target)} = {source.text}.{changed}()"
        if len(call.arguments) == 4:
            names, result = self.applied(function, "item")
            made = f"[{result} for {names[0]} in {self.values(source)}]"
            return self._put(made, source.count, call.arguments[2], call)
        names, result = self.applied(function, "a", "b")
        other = self.values(self.part_of(call.arguments[2], source.count))
        made = f"[{result} for {names[0]}, {names[1]} in zip({self.values(source)}, {other})]"
        return self._put(made, source.count, call.arguments[3], call)

    def loop_of(self, call: Call) -> ForEach | None:
        """`std::for_each` with a lambda, and `std::copy` to an output stream, as the loops they are."""
        if len(call.arguments) == 3 and call.arguments[2].type.kind == "output":
            return self._output_loop(call)
        function = call.arguments[2] if len(call.arguments) == 3 else None
        if not (isinstance(function, Lambda) and len(function.function.parameters) == 1
                and not function.function.resulting):
            return None
        part = self.part(call)
        if not part.whole:
            return None
        return ForEach(call.line, variable=function.function.parameters[0], over=part.owner,
                       body=function.function.body)

    def _output_loop(self, call: Call) -> ForEach:
        part, (stream, *between) = self.part(call), getattr(call.arguments[2], "arguments", [])
        if not part.whole:
            raise UntranslatedError("output of a part of a container", call.line)
        item = Variable("item", part.owner.type.element)
        text: Expression = Binary(stream.type, call.line, "<<", stream, Name(item.type, variable=item))
        for separator in between:
            text = Binary(stream.type, call.line, "<<", text, separator)
        return ForEach(call.line, variable=item, over=part.owner, body=[Do(call.line, expression=text)])

    def _std_for_each(self, call: Call) -> str:
        names, result = self.applied(call.arguments[2], "item")
        self.hoisted += [f"for {names[0]} in {self.values(self.part(call))}:", f"    {result}"]
        return ""

    def _std_sort(self, call: Call) -> str:
        part = self.part(call)
        order = self._order(call.arguments[2]) if len(call.arguments) > 2 else ""
        if part.backwards:
            order = "reverse=True"
        vector = part.owner.type.kind == "vector"
        if not order and vector and (kept(part.owner) == "array" or part.whole):
            return f"{part.sliced()}.sort()"
        if vector and kept(part.owner) == "list" and part.whole:
            return f"{part.text}.sort({order})"
        return f"{part.place()} = sorted({part.sliced()}{', ' if order else ''}{order})"

    _std_stable_sort = _std_sort

    def _std_partial_sort(self, call: Call) -> str:
        return self._std_sort(Call(call.type, call.line, call.function, [call.arguments[0], *call.arguments[2:]]))

    def _order(self, comparator: Expression) -> str:
        """What `sorted` takes for a comparator."""
        if comparator.type.kind == "functor" and comparator.type.name in ("greater", "less"):
            return "reverse=True" if comparator.type.name == "greater" else ""
        self.helpers.add("ordered_by")
        self.imports.add("cmp_to_key")
        return f"key=ordered_by({self.text(comparator)})"

    def _std_reverse(self, call: Call) -> str:
        part = self.part(call)
        if part.owner.type.kind == "string":
            return f"{part.text} = {part.text}[::-1]"
        if part.whole and kept(part.owner) == "list" and part.owner.type.kind == "vector":
            return f"{part.text}.reverse()"
        if part.is_c_array:
            return f"{part.place()} = list(reversed({part.place()}))"
        copied = ".copy()" if kept(part.owner) == "array" else ""        # a view would be read while it is written
        return f"{part.place()} = {part.sliced()}[::-1]{copied}"

    def _std_rotate(self, call: Call) -> str:
        first, middle, last = call.arguments
        before, behind = (self.part(Call(call.type, call.line, call.function, pair))
                          for pair in ([first, middle], [middle, last]))
        whole = self.part(Call(call.type, call.line, call.function, [first, last]))
        return f"{whole.place()} = [*{behind.place()}, *{before.place()}]"

    def _std_swap(self, call: Call) -> str:
        left, right = (self.text(a) for a in call.arguments)
        return f"{left}, {right} = {right}, {left}"

    _std_iter_swap = _std_swap

    def _std_shuffle(self, call: Call) -> str:
        part = self.part(call)
        if not part.whole or part.is_c_array:
            raise UntranslatedError("shuffle of a part of a container", call.line)
        self.random.add("shuffle")
        return f"shuffle({part.text}, {self.text(call.arguments[2])})"

    def _std_partial_sum(self, call: Call) -> str:
        part = self.part(call)
        self.imports.add("itertools")
        return self._put(f"list(itertools.accumulate({self.values(part)}))", part.count, call.arguments[2], call)

    # -- tuples
    def _std_get(self, call: Call) -> str:
        return f"{self.text(call.arguments[0], POSTFIX)}[{call.template[0].name}]"

    # -- that ask
    def _std_accumulate(self, call: Call) -> str:
        part, start = self.part(call), call.arguments[2]
        text, zero = self.values(part), self.converted(start, start.type)
        if len(call.arguments) == 4:
            function = call.arguments[3]
            if function.type.kind == "functor" and function.type.name == "multiplies" and start.type.is_integer:
                self.imports.add("math")
                return f"math.prod({text}{'' if zero == '1' else f', start={zero}'})"
            names, result = self.applied(function, "a", "b")
            self.imports.add("reduce")
            return f"reduce(lambda {', '.join(names)}: {result}, {text}, {self._sum_start(start, zero)})"
        if start.type.kind == "float" and start.type.bits == 64 and part.owner.type.element.kind == "float":
            return f"sum({part.sliced()}{'.tolist()' if kept(part.owner) == 'array' else ''}, {zero})"
        if start.type.is_integer and part.owner.type.element.kind == "float":
            self.imports.add("reduce")
            return f"reduce(lambda total, item: int(total + item), {text}, {zero})"
        return f"sum({text})" if zero == "0" else f"sum({text}, {self._sum_start(start, zero)})"

    _std_reduce = _std_accumulate

    def _sum_start(self, start: Expression, zero: str) -> str:
        """A float at the start makes the sum one of floats; Python's would make it one of doubles."""
        if start.type.kind == "float" and start.type.bits == 32 and not zero.startswith("np."):
            self.imports.add("numpy")
            return f"np.float32({zero})"
        return zero

    def _std_inner_product(self, call: Call) -> str:
        part, start = self.part(call), call.arguments[3]
        if len(call.arguments) > 4:
            raise UntranslatedError("inner_product with functions", call.line)
        other = self.values(self.part_of(call.arguments[2], part.count))
        zero = self._sum_start(start, self.converted(start, start.type))
        return f"sum((a * b for a, b in zip({self.values(part)}, {other})), {zero})"

    def _std_equal(self, call: Call) -> str:
        part = self.part(call)
        other = (self.part_of(call.arguments[2], part.count) if len(call.arguments) < 5 else self.part(call, 2))
        if len(call.arguments) in (4, 6) or (len(call.arguments) == 5):
            raise UntranslatedError("equal with a function", call.line)
        if kept(part.owner) == "array":
            self.imports.add("numpy")
            return f"np.array_equal({part.sliced()}, {other.sliced()})"
        left, right = (f"list({p.sliced()})" if p.is_c_array else p.sliced() for p in (part, other))
        return f"({left} == {right})"

    def _asked(self, call: Call, function: str) -> str:
        names, result = self.applied(call.arguments[2], "item")
        return f"{function}({result} for {names[0]} in {self.values(self.part(call))})"

    def _std_any_of(self, call: Call) -> str:
        return self._asked(call, "any")

    def _std_all_of(self, call: Call) -> str:
        return self._asked(call, "all")

    def _std_none_of(self, call: Call) -> str:
        return f"(not {self._asked(call, 'any')})"

    def _std_count(self, call: Call) -> str:
        part, value = self.part(call), self.text(call.arguments[2], SUM)
        if part.owner.type.kind == "string":
            return f"{part.sliced()}.count({self.string(call.arguments[2])})"
        text = f"{part.sliced()}.tolist()" if kept(part.owner) == "array" else part.sliced()
        return f"list({text}).count({value})" if part.is_c_array else f"{text}.count({value})"

    def _std_count_if(self, call: Call) -> str:
        names, result = self.applied(call.arguments[2], "item")
        return f"sum(1 for {names[0]} in {self.values(self.part(call))} if {result})"

    def searched(self, call: Call, name: str) -> Printed:
        """The index of what is looked for, or where the part ends."""
        part = self.part(call)
        if name in ("max_element", "min_element"):
            if len(call.arguments) > 2:
                raise UntranslatedError(f"{name} with a function", call.line)
            values = self.values(part)
            if kept(part.owner) == "array" and part.owner.type.kind == "vector":
                self.imports.add("numpy")
                found = f"int(np.arg{name[:3]}({part.sliced()}))"
            else:
                found = f"{values}.index({name[:3]}({values}))"
                found = f"list({values}).index({name[:3]}({values}))" if part.is_c_array else found
            return (found, ATOM) if part.start == "0" else (f"{part.start} + {found}", SUM)
        if name in ("lower_bound", "upper_bound"):
            self.imports.add("bisect")
            side = "left" if name == "lower_bound" else "right"
            limits = "" if part.whole else f", {part.start}, {part.stop}"
            return f"bisect.bisect_{side}({part.text}, {self.text(call.arguments[2])}{limits})", ATOM
        if name == "find":
            names, test = ["item"], f"item == {self.text(call.arguments[2], SUM)}"
        else:
            names, test = self.applied(call.arguments[2], "item")
        start = "" if part.start == "0" else f", {part.start}"
        return f"next((i for i, {names[0]} in enumerate({self.values(part)}{start}) if {test}), {part.stop})", ATOM

    def _std_distance(self, call: Call) -> str:
        first, last = (self.position(a, SUM) for a in call.arguments)
        return last if first == "0" else f"({last} - {first})"

    def without(self, call: Call, text: str) -> str:
        """`v.erase(std::remove(...), v.end())` and its like."""
        removed = call.arguments[0]
        assert isinstance(removed, Call)
        assert isinstance(removed.function, Symbol)
        name, part = removed.function.name, self.part(removed)
        if not part.whole:
            raise UntranslatedError(f"{name} of a part of a vector", call.line)
        if name == "unique":
            self.imports.add("itertools")
            return f"{text}[:] = [item for item, _ in itertools.groupby({text})]"
        if name == "remove":
            return f"{text}[:] = [item for item in {text} if item != {self.text(removed.arguments[2], SUM)}]"
        names, test = self.applied(removed.arguments[2], "item")
        return f"{text}[:] = [{names[0]} for {names[0]} in {text} if not ({test})]"


REMOVING = ("remove", "remove_if", "unique")
