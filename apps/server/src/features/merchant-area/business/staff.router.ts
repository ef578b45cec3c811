import { acceptStaffInvitationInput } from "@hearth/domain/merchants/sign-up-input";
import { changeStaffRoleInput, inviteStaffInput, staffIdInput, staffInvitationInput } from "@hearth/domain/merchants/staff";
import { router } from "../../../trpc/init.ts";
import { freshOwnerProcedure, merchantProcedure, publicProcedure, userProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { messageView } from "../../../trpc/wire.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { registrationView, userView } from "../../auth/rows/auth.view.ts";
import { joinStaff, readInvitation } from "../../businesses/join-staff.service.ts";
import { signUpStaff } from "./registration.service.ts";
import { changeStaffRole, inviteStaff, readStaff, removeStaff } from "../../businesses/staff.service.ts";
import { staffInvitationView, staffListView } from "../../businesses/staff.view.ts";

/** Procedures for a business's staff and their invitations. */
export const staffRouter = router({
  list: merchantProcedure.output(synchronous(staffListView)).query(({ ctx }) => readStaff(ctx.deps, ctx.actor)),
  invite: freshOwnerProcedure
    .meta({ strangers: "invited" })
    .input(inviteStaffInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => inviteStaff(ctx.deps, ctx, ctx.actor, input)),
  changeRole: freshOwnerProcedure
    .input(changeStaffRoleInput)
    .output(synchronous(staffListView))
    .mutation(({ ctx, input }) => changeStaffRole(ctx.deps, ctx, ctx.actor, input)),
  remove: freshOwnerProcedure
    .input(staffIdInput)
    .output(synchronous(staffListView))
    .mutation(({ ctx, input }) => removeStaff(ctx.deps, ctx, ctx.actor, input.staffId)),

  /** Reads an invitation by its link, before accepting it. */
  invitation: publicProcedure
    .input(staffInvitationInput)
    .output(synchronous(staffInvitationView))
    .query(({ ctx, input }) => readInvitation(ctx.deps, input.token)),
  accept: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(acceptStaffInvitationInput)
    .output(synchronous(registrationView))
    .mutation(({ ctx, input }) => signUpStaff(ctx.deps, ctx, input)),
  join: userProcedure
    .meta(noStepUp.joins)
    .input(staffInvitationInput)
    .output(synchronous(userView))
    .mutation(({ ctx, input }) => joinStaff(ctx.deps, ctx, ctx.actor, input.token)),
});
