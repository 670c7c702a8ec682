"""Reading a flag that another thread may set at any moment."""

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def read_flag(typing_context, flags, index):
    """Reads `flags[index]` (int64) from memory itself, every time it is called.

    The load is atomic: LLVM may neither move it out of a loop nor reuse an earlier value, as it
    may with a plain one. The index is not checked.
    """

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        place = builder.gep(array.data, [arguments[1]], source_etype=ir.IntType(64))
        return builder.load_atomic(place, "monotonic", 8, typ=ir.IntType(64))

    return types.int64(flags, index), generate
