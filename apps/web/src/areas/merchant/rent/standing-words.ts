import type { Outputs } from "../../../lib/trpc.ts";

/** Words for how far the tenants of a lease have come with Hearth. */
export const standingWords: Record<Outputs["rent"]["tenants"]["items"][number]["standing"], string> = {
  notInvited: "Not invited",
  invited: "Invited",
  joined: "Pays by hand",
  autopay: "Autopay",
};
