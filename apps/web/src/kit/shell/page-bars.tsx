import { useLocation } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { type NewVersion, newVersion } from "../../lib/new-version.ts";
import { useOffline } from "../../lib/offline.ts";
import { type UnansweredWrites, unansweredWrites } from "../../lib/unanswered-writes.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./page-bars.module.css";

/** Quiet bars over every page: that the network is gone, and that the server serves a new version. */
export function PageBars({ version = newVersion, writes = unansweredWrites }: { version?: NewVersion; writes?: UnansweredWrites }) {
  return (
    <div className={styles.bars} role="status">
      <Offline writes={writes} />
      <ReloadOffer version={version} writes={writes} />
    </div>
  );
}

function Offline({ writes }: { writes: UnansweredWrites }) {
  const state = useOffline();
  const hasUnanswered = useSyncExternalStore(writes.subscribe, writes.hasAny);
  useEffect(() => {
    if (state === "online") return undefined;
    return () => {
      if (navigator.onLine) void loadAnew();
    };
  }, [state]);
  if (state === "online") return null;
  const isUnpaid = state === "unpaid" && !hasUnanswered;
  return (
    <div className={styles.bar}>
      {isUnpaid ? "You're offline. Nothing has been paid." : "You're offline. We'll show what happened when you're back."}
    </div>
  );
}

/** Asks for everything on the page again, because answers and events were lost. */
async function loadAnew(): Promise<void> {
  const { queryClient } = await import("../../lib/query-client.ts");
  await queryClient.invalidateQueries();
}

/** Offers to reload. Absent where a payment is made, and while a write has no answer yet. */
function ReloadOffer({ version, writes }: { version: NewVersion; writes: UnansweredWrites }) {
  const { pathname } = useLocation();
  const isReady = useSyncExternalStore(version.subscribe, version.isReady);
  const isWriting = useSyncExternalStore(writes.subscribe, writes.isSending);
  if (!isReady || isWriting || pathname.startsWith("/checkout/")) return null;
  return (
    <div className={styles.bar}>
      <p>A new version of Hearth is ready.</p>
      <Button size="small" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
