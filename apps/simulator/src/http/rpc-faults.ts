/** Faults of the server's RPC provider. None by default. */
export interface RpcFaults {
  /** Unix milliseconds until which it is unavailable. */
  awayUntil: number;
  /** Additional delay of each response. */
  delayMs: number;
  /** Number of newest blocks that it does not know. */
  lagBlocks: number;
}

/** No faults. */
export function noFaults(): RpcFaults {
  return { awayUntil: 0, delayMs: 0, lagBlocks: 0 };
}

/** Whole seconds until it is available again; 0 if it is available. */
export function awaySeconds(faults: Pick<RpcFaults, "awayUntil">, now: number): number {
  return Math.max(0, Math.ceil((faults.awayUntil - now) / 1000));
}
