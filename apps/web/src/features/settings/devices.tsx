import { useState } from "react";
import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/empty.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Time } from "../../ui/moment.tsx";
import { SkeletonLedger } from "../../ui/skeleton.tsx";
import { Dot, Text } from "../../ui/typography.tsx";
import { useLogout } from "../auth/actions.ts";
import styles from "./settings.module.css";

type Device = Outputs["auth"]["devices"][number];

/** Lists the account's signed-in devices, with buttons to sign out one or all others. */
export function Devices() {
  const devices = trpc.auth.devices.useQuery();
  const others = devices.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  if (!devices.data) {
    if (!devices.isError) return <SkeletonLedger rows={2} />;
    return (
      <ErrorState onRetry={() => void devices.refetch()} busy={devices.isFetching}>
        Your devices could not be loaded.
      </ErrorState>
    );
  }
  return (
    <>
      <ul className={styles.devices}>
        {devices.data.map((device) => (
          <DeviceRow key={device._id} device={device} />
        ))}
      </ul>
      {others.length > 0 && <SignOutOthers />}
    </>
  );
}

function DeviceRow({ device }: { device: Device }) {
  return (
    <li className={styles.device}>
      <div className={styles.words}>
        <Text strong>
          {device.device}
          {device.kind === "admin" && " (admin area)"}
        </Text>
        <Text size="note" muted>
          {device.ip !== null && (
            <>
              {device.ip}
              <Dot />
            </>
          )}
          {device.isCurrent ? (
            "This device"
          ) : (
            <>
              Last used <Time at={device.lastUsedAt} shape="minute" />
            </>
          )}
        </Text>
      </div>
      {device.isCurrent ? <SignOutHere /> : <SignOut device={device} />}
    </li>
  );
}

function SignOutHere() {
  const logout = useLogout();
  return (
    <Button size="small" onClick={logout}>
      Logout
    </Button>
  );
}

function SignOut({ device }: { device: Device }) {
  const [failure, setFailure] = useState<string | null>(null);
  const signOut = trpc.auth.signOutDevice.useMutation({
    onError: (error) => setFailure(errorMessage(error)),
  });
  return (
    <div>
      <Button
        size="small"
        busy={signOut.isPending}
        aria-label={`Sign out ${device.device}`}
        onClick={() => signOut.mutate({ sessionId: device._id })}
      >
        Sign out
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  );
}

function SignOutOthers() {
  const [failure, setFailure] = useState<string | null>(null);
  const signOut = trpc.auth.signOutOtherDevices.useMutation({
    onError: (error) => setFailure(errorMessage(error)),
  });
  return (
    <div className={styles.all}>
      <Button variant="danger" busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Sign out all other devices
      </Button>
      {failure && <FieldError>{failure}</FieldError>}
    </div>
  );
}
