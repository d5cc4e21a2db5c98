/** A TCP port of the loopback interface that is free and that no process which asks here is given meanwhile. */
export function freePort(): Promise<number>;

/** The first free port of the loopback interface from `wanted` upwards, except `taken`. Rejects when there is none. */
export function freePortFrom(wanted: number, taken?: number): Promise<number>;
