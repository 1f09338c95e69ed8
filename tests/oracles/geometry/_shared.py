"""What several judges of envs/geometry use."""


def left_turn(p, q, r) -> bool:
    return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])
