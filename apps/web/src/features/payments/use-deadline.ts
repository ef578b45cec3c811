import { useMemo, useState } from "react";

/** A view and its times by the server's clock. */
interface Timed {
  serverTime: string;
  expiresAt: string;
}

/** Differences between two measurements that only a changed clock or a sleeping device explains. */
const jumpMs = 5_000;

/**
 * Converts a view's deadline to this device's clock, which may be wrong. `heardAt`: when the view arrived, by this device, in milliseconds since
 * 1970. A view that was cached is measured by when it arrived, not by when it is shown. Of several views the fastest one counts.
 */
export function useDeadline({ serverTime, expiresAt }: Timed, heardAt: number): Date {
  const [measured, setMeasured] = useState({ serverTime, aheadMs: heardAt - Date.parse(serverTime) });
  let { aheadMs } = measured;
  if (measured.serverTime !== serverTime) {
    const current = heardAt - Date.parse(serverTime);
    aheadMs = Math.abs(current - aheadMs) > jumpMs ? current : Math.min(current, aheadMs);
    setMeasured({ serverTime, aheadMs });
  }
  const at = Date.parse(expiresAt) + aheadMs;
  return useMemo(() => new Date(at), [at]);
}
