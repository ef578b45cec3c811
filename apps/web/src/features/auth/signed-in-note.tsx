import { homePath } from "@hearth/domain/auth/roles";
import { TextLink } from "../../kit/links.tsx";
import type { UserInfo } from "../../lib/user-info.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextButton } from "../../ui/text-anchor.tsx";
import { useLogout } from "./actions.ts";

/** For somebody who meets the sign-in while signed in: says so and offers the way on, so that nobody is stuck here. */
export function SignedInNote({ user }: { user: UserInfo }) {
  const logout = useLogout();
  const place = { user: "the dashboard", merchant: "the merchant dashboard", admin: "the admin area" }[user.role];
  return (
    <Alert title={`You are signed in as ${user.firstName}`}>
      <p>
        <TextLink size="small" to={homePath(user.role)}>
          Go to {place}
        </TextLink>{" "}
        or{" "}
        <TextButton size="small" onClick={logout}>
          log out
        </TextButton>{" "}
        to use another account.
      </p>
    </Alert>
  );
}
