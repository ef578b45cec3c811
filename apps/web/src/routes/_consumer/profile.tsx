import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchOf } from "../../lib/search.ts";
import { Profile } from "../../features/profile/profile.tsx";
import { leaveToMerchantSettings } from "../../features/auth/guards.ts";
import { prefetch } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

const profileSearch = searchOf({ tab: oneOf(["information", "password"]) });

export const Route = createFileRoute("/_consumer/profile")({
  validateSearch: profileSearch,
  beforeLoad: ({ context }) => leaveToMerchantSettings(context.user, "profile"),
  loader: () => prefetch(({ utils }) => utils.auth.me.prefetch()),
  component: ProfilePage,
});

function ProfilePage() {
  useTitle("Profile");
  const { tab = "information" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Profile
      tab={tab}
      onTab={(next) => void navigate({ search: next === "information" ? {} : { tab: next }, replace: true, resetScroll: false })}
    />
  );
}
