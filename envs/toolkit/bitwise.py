"""How statements explain bitwise operations on integers."""

XOR = "The xor of integers has, in binary, a 1 in exactly those places in which an odd number of them have a 1."
