/** What is wrong with the RPC that the server talks to; nothing by default. */
export interface RpcFaults {
  /** Milliseconds since 1970 until which it is away. */
  awayUntil: number;
  /** Each answer takes this much longer. */
  delayMs: number;
  /** The newest blocks that it has not heard of. */
  lagBlocks: number;
}

/** An RPC in good order. */
export function noFaults(): RpcFaults {
  return { awayUntil: 0, delayMs: 0, lagBlocks: 0 };
}

/** Whole seconds until it comes back, 0 when it is there. */
export function awaySeconds(faults: Pick<RpcFaults, "awayUntil">, now: number): number {
  return Math.max(0, Math.ceil((faults.awayUntil - now) / 1000));
}
