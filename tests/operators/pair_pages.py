"""What the pages of operators of two and three tensors, of comparisons and of logic list: see `elementwise_pages`.

Left out are types of which no output of that type can be (whole numbers where the result is a float, bool where it is
a power), and complex numbers where DivMod rounds.
"""
TEXT = """\
AddRelu ; 910 A2 A3 950 ; FLOATS WHOLE
AddV3 ; 950 ; FLOATS i8 i32
Addcdiv ; 910 A2 A3 950 ; REALS i64
Addcmul ; 910 A2 A3 950 ; REALS i8 i32 i64 u8
Atan2 ; all ; LOGICAL ; REALS
BitwiseAndScalar ; all ; WHOLE b u16 ; LOGICAL u16
BitwiseAndTensor ; all ; WHOLE b u16 ; WHOLE b UNSIGNED
BitwiseAndTensorOut ; 950 ; WHOLE b u16 ; WHOLE b UNSIGNED
BitwiseOrScalar ; all ; WHOLE b u16 | 950: WHOLE b UNSIGNED ; LOGICAL u16 | 950: ANY UNSIGNED
BitwiseOrTensor ; all ; WHOLE b UNSIGNED ; WHOLE b UNSIGNED | 950: ANY UNSIGNED
BitwiseXorScalar ; all ; WHOLE b | 950: WHOLE b UNSIGNED ; LOGICAL | 950: ANY UNSIGNED
BitwiseXorTensor ; all ; WHOLE b | 950: WHOLE b UNSIGNED ; LOGICAL | 950: ANY UNSIGNED
DivMod ; 910 A2 A3 950 ; LOGICAL ; ANY
DivMods ; 910 A2 A3 950 ; LOGICAL ; ANY
EqScalar ; 910 A2 A3 950 ; ANY | 910: ANY u32 u64 | 950: ANY u64 ; ANY | 950: ANY UNSIGNED
EqTensor ; 910 A2 A3 950 ; ANY | 910: ANY u32 u64 | 950: ANY u64 ; ANY | 950: ANY UNSIGNED
FloorDivide ; all ; LOGICAL ; NUMBERS WHOLE
FloorDivides ; 910 A2 A3 950 ; LOGICAL
FmodScalar ; 910 A2 A3 950 ; REALS i8 i32 i64 u8
FmodTensor ; all ; REALS i8 i32 i64 u8
Gcd ; all ; WHOLE | A3: i16 i32 i64 ; WHOLE UNSIGNED | A3: i16 i32 i64 UNSIGNED
GeScalar ; all ; LOGICAL UNSIGNED ; ANY UNSIGNED
GeTensor ; all ; LOGICAL UNSIGNED ; ANY UNSIGNED
GtScalar ; all ; LOGICAL UNSIGNED ; ANY UNSIGNED
GtTensor ; all ; LOGICAL UNSIGNED ; ANY UNSIGNED
Heaviside ; A2 A3 ; FLOATS
InplaceAddRelu ; 910 A2 A3 950 ; FLOATS WHOLE
InplaceAddV3 ; 950 ; FLOATS i8 i32
InplaceAddcdiv ; 910 A2 A3 950 ; REALS i64
InplaceAddcmul ; 910 A2 A3 950 ; REALS i8 i32 i64 u8
InplaceAtan2 ; all ; REALS
InplaceBitwiseAndScalar ; 910 A2 A3 950 ; WHOLE b u16
InplaceBitwiseAndTensor ; 910 A2 A3 950 ; WHOLE b u16
InplaceBitwiseAndTensorOut ; 950 ; WHOLE b u16
InplaceBitwiseOrScalar ; all ; WHOLE b u16 | 950: WHOLE b UNSIGNED
InplaceBitwiseOrTensor ; all ; WHOLE b UNSIGNED
InplaceBitwiseXorScalar ; all ; WHOLE b | 950: WHOLE b UNSIGNED
InplaceBitwiseXorTensor ; all ; WHOLE b | 950: WHOLE b UNSIGNED
InplaceDivMod ; 910 A2 A3 950 ; LOGICAL
InplaceDivMods ; 910 A2 A3 950 ; LOGICAL
InplaceEqScalar ; 910 A2 A3 950 ; ANY | 910: ANY u32 u64 | 950: ANY u64
InplaceEqTensor ; 910 A2 A3 950 ; ANY | 910: ANY u32 u64 | 950: ANY u64
InplaceFloorDivide ; all ; LOGICAL
InplaceFloorDivides ; 910 A2 A3 950 ; LOGICAL
InplaceFmodScalar ; 910 A2 A3 950 ; REALS i8 i32 i64 u8
InplaceFmodTensor ; all ; REALS i8 i32 i64 u8
InplaceGeScalar ; all ; LOGICAL UNSIGNED
InplaceGeTensor ; all ; LOGICAL UNSIGNED
InplaceGtScalar ; all ; LOGICAL UNSIGNED
InplaceGtTensor ; all ; LOGICAL UNSIGNED
InplaceLeScalar ; all ; LOGICAL u16 | 950: LOGICAL u16 u64
InplaceLeTensor ; all ; LOGICAL u16 | 950: LOGICAL u16 u64
InplaceLerp ; all ; FLOATS
InplaceLerps ; 910 A2 A3 950 ; FLOATS
InplaceLogicalAnd ; all ; ANY
InplaceLogicalNot ; all ; LOGICAL
InplaceLogicalOr ; all ; ANY
InplaceLtScalar ; 910 A2 A3 950 ; LOGICAL UNSIGNED
InplaceLtTensor ; 910 A2 A3 950 ; LOGICAL UNSIGNED
InplaceNeScalar ; 910 A2 A3 950 ; ANY | 950: ANY u64
InplaceNeTensor ; 910 A2 A3 950 ; ANY u64
InplacePowTensorScalar ; all ; NUMBERS WHOLE
InplacePowTensorTensor ; all ; NUMBERS WHOLE
InplaceRemainderTensorScalar ; 910 A2 A3 950 ; REALS i32 i64
InplaceRemainderTensorTensor ; all ; REALS i32 i64
InplaceXLogYScalarOther ; 910 A2 A3 950 ; FLOATS
InplaceXLogYTensor ; all ; FLOATS
IsClose ; all ; LOGICAL ; b
IsFinite ; 910 A2 A3 950 ; REALS ; b
IsInScalarTensor ; 910 A2 A3 ; ANY u16 | 910: LOGICAL u16 ; b
IsInTensorScalar ; 910 A2 A3 950 ; ANY u16 | 910: LOGICAL u16 ; b
IsNegInf ; 310P A2 A3 950 ; REALS ; b
IsPosInf ; 310P A2 A3 950 ; REALS ; b
LeScalar ; all ; LOGICAL u16 | 950: LOGICAL u16 u64 ; ANY UNSIGNED
LeTensor ; all ; LOGICAL u16 | 950: LOGICAL u16 u64 ; ANY UNSIGNED
LeftShift ; A2 A3 950 ; WHOLE UNSIGNED
LeftShifts ; A2 A3 950 ; WHOLE UNSIGNED
Lerp ; all ; FLOATS
Lerps ; 910 A2 A3 950 ; FLOATS ; REALS
LogAddExp ; all ; LOGICAL UNSIGNED ; FLOATS
LogAddExp2 ; all ; LOGICAL UNSIGNED ; FLOATS
LogicalAnd ; all ; ANY
LogicalNot ; all ; LOGICAL
LogicalOr ; all ; ANY ; ANY | 950: ANY UNSIGNED
LogicalXor ; all ; ANY
LtScalar ; 910 A2 A3 950 ; LOGICAL UNSIGNED ; ANY UNSIGNED
LtTensor ; 910 A2 A3 950 ; LOGICAL UNSIGNED ; ANY UNSIGNED
MaskedScale ; 950 ; FLOATS
Maximum ; all ; LOGICAL
Minimum ; all ; LOGICAL | 910,310P: REALS WHOLE
NeScalar ; 910 A2 A3 950 ; ANY | 950: ANY u64 ; ANY | 950: ANY UNSIGNED
NeTensor ; 910 A2 A3 950 ; ANY u64 ; ANY UNSIGNED
PowScalarTensor ; all ; NUMBERS WHOLE ; NUMBERS WHOLE UNSIGNED
PowTensorScalar ; all ; NUMBERS WHOLE ; ANY UNSIGNED
PowTensorTensor ; all ; NUMBERS WHOLE ; ANY UNSIGNED
RemainderScalarTensor ; 910 A2 A3 950 ; REALS i32 i64
RemainderTensorScalar ; 910 A2 A3 950 ; REALS i32 i64 ; NUMBERS WHOLE
RemainderTensorTensor ; all ; REALS i32 i64 ; NUMBERS WHOLE
RightShift ; A2 A3 950 ; WHOLE UNSIGNED
Rsub ; 910 A2 A3 950 ; NUMBERS WHOLE
Rsubs ; all ; NUMBERS WHOLE
Scale ; 310P A2 A3 950 ; FLOATS
XLogYScalarOther ; 910 A2 A3 950 ; FLOATS WHOLE b ; FLOATS
XLogYScalarSelf ; all ; LOGICAL ; FLOATS
XLogYTensor ; all ; FLOATS WHOLE b ; FLOATS
Xlog1py ; 950 ; FLOATS"""
