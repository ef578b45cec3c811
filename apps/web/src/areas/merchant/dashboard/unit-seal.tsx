import { type ReactNode, useId } from "react";
import { Cut, Seal } from "../../../ui/seal.tsx";
import seal from "../../../ui/seal.module.css";
import styles from "./building.module.css";

interface UnitSealProps {
  /** State of the unit's month. `paid` without a hash: outside Hearth. */
  state: "paid" | "partly" | "waiting" | "due" | "arriving" | "vacant";
  hash?: string | null;
  /** Share that is paid, from 0 to 1, where a part is. */
  share?: number;
}

/** Mark of a unit in the building: engraved once its rent has settled, to scale where a part is paid, and empty where nothing came in time. */
export function UnitSeal({ state, hash = null, share = 0 }: UnitSealProps) {
  if (state === "waiting" || state === "due") return <Seal hash={null} blank={state} />;
  return (
    <svg className={seal.seal} viewBox="0 0 40 40" aria-hidden>
      {state === "vacant" && <circle className={styles.vacant} cx="20" cy="20" r="17.5" />}
      {state === "arriving" && (
        <>
          <circle className={styles.arriving} cx="20" cy="20" r="18" />
          <path className={styles.half} d="M20 7a13 13 0 0 1 0 26Z" />
        </>
      )}
      {state === "paid" && <Paid hash={hash} />}
      {state === "partly" && (
        <Part share={share}>
          <Paid hash={hash} />
        </Part>
      )}
    </svg>
  );
}

/** A settled payment as its engraving, money from outside Hearth as a plain disc. */
function Paid({ hash }: { hash: string | null }) {
  return hash === null ? <circle className={seal.die} cx="20" cy="20" r="18" /> : <Cut hash={hash} />;
}

/** The lower part of a drawing, as high as the paid share, in an empty ring. */
function Part({ share, children }: { share: number; children: ReactNode }) {
  const id = useId();
  const top = 40 * (1 - Math.min(Math.max(share, 0), 1));
  return (
    <>
      <clipPath id={id}>
        <path d={`M0 ${top}H40V40H0Z`} />
      </clipPath>
      <circle className={seal.due} cx="20" cy="20" r="18" />
      <g clipPath={`url(#${id})`}>{children}</g>
      <path className={styles.level} d={`M0 ${top}H40`} />
    </>
  );
}
