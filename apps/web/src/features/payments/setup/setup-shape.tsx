import { Card, Columns } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import styles from "./setup.module.css";

const chips = ["9rem", "4rem", "4.5rem", "4.5rem", "4.5rem", "5rem"];

/** Placeholder of an amount form: the amount, the quick amounts and the summary. */
export function SetupSkeleton() {
  return (
    <Loading label="Loading the payment page">
      <Columns kind="aside">
        <div className={styles.form}>
          <Stack>
            <Skeleton width="4rem" />
            <Skeleton width="min(16rem, 100%)" height="4rem" />
            <Skeleton width="100%" height="2px" />
            <Skeleton width="15rem" />
          </Stack>
          <div className={styles.chips}>
            {chips.map((width, place) => (
              <Skeleton key={place} width={width} height="2.5rem" />
            ))}
          </div>
          <Stack>
            <Skeleton width="7rem" />
            <Skeleton width="100%" height="var(--control)" />
          </Stack>
        </div>
        <Card>
          <Stack wide>
            <Skeleton width="14rem" height="1.25rem" />
            {Array.from({ length: 5 }, (_, row) => (
              <div key={row} className={styles.line}>
                <Skeleton width="6rem" />
                <Skeleton width="8rem" />
              </div>
            ))}
            <Skeleton width="100%" height="3.25rem" />
          </Stack>
        </Card>
      </Columns>
    </Loading>
  );
}
