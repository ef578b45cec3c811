import {
  invitationIdInput,
  invitationTokenInput,
  inviteToEnrollInput,
  inviteToLeaseInput,
  listInvitationsInput,
} from "@hearth/domain/rent/invitations";
import { router } from "../../../trpc/init.ts";
import { managerProcedure, merchantProcedure, publicProcedure, userProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { userView } from "../../auth/rows/auth.view.ts";
import { messageView } from "../../../trpc/wire.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { acceptInvitation, followInvitation, renewExpired, readOpenInvitation, readOwnInvitations } from "./follow-invitation.service.ts";
import { inviteToEnroll, inviteToLease, readInvitations, resendInvitation, takeBackInvitation } from "./invitations.service.ts";
import {
  invitationLinkView,
  invitationPageView,
  openInvitationView,
  ownInvitationsView,
  renewedInvitationView,
} from "./invitations.view.ts";

/** Invitations by landlords. A tenant who follows one is enrolled without typing the landlord and the address. */
export const invitationsRouter = router({
  list: merchantProcedure
    .input(listInvitationsInput)
    .output(synchronous(invitationPageView))
    .query(({ ctx, input }) => readInvitations(ctx.deps, ctx.actor, input)),
  invite: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "invited" })
    .input(inviteToEnrollInput)
    .output(synchronous(invitationLinkView))
    .mutation(({ ctx, input }) => inviteToEnroll(ctx.deps, ctx, ctx.actor, input)),
  inviteToLease: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "invited" })
    .input(inviteToLeaseInput)
    .output(synchronous(invitationLinkView))
    .mutation(({ ctx, input }) => inviteToLease(ctx.deps, ctx, ctx.actor, input)),
  /** Mails an invitation again, with a new link. */
  resend: managerProcedure
    .meta(noStepUp.asksPeople)
    .meta({ strangers: "invited" })
    .input(invitationIdInput)
    .output(synchronous(invitationLinkView))
    .mutation(({ ctx, input }) => resendInvitation(ctx.deps, ctx, ctx.actor, input.invitationId)),
  takeBack: managerProcedure
    .meta(noStepUp.asksPeople)
    .input(invitationIdInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => takeBackInvitation(ctx.deps, ctx, ctx.actor, input.invitationId)),

  /** The invitation as the holder of its link reads it before following it. */
  open: publicProcedure
    .input(invitationTokenInput)
    .output(synchronous(openInvitationView))
    .query(({ ctx, input }) => readOpenInvitation(ctx.deps, input.token)),
  /** The invitations that wait for the signed-in tenant's email. */
  mine: userProcedure.output(synchronous(ownInvitationsView)).query(({ ctx }) => readOwnInvitations(ctx.deps, ctx.actor)),
  accept: userProcedure
    .meta(noStepUp.joins)
    .input(invitationIdInput)
    .output(synchronous(userView))
    .mutation(({ ctx, input }) => acceptInvitation(ctx.deps, ctx, ctx.actor, input.invitationId)),
  /** Mails a new link to the address of an expired one. */
  renew: publicProcedure
    .meta({ policy: "public", alone: true, strangers: "namedTenants" })
    .input(invitationTokenInput)
    .output(synchronous(renewedInvitationView))
    .mutation(({ ctx, input }) => renewExpired(ctx.deps, ctx, input.token)),
  follow: userProcedure
    .meta(noStepUp.joins)
    .input(invitationTokenInput)
    .output(synchronous(userView))
    .mutation(({ ctx, input }) => followInvitation(ctx.deps, ctx, ctx.actor, input.token)),
});
