import { addPasskeyInput, passkeyIdInput, renamePasskeyInput, showPasskeyInput } from "@hearth/domain/auth/passkeys";
import type { freshUserProcedure, userProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { messageView } from "../../../trpc/wire.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { addPasskey, beginPasskey, beginPasskeyProof, readPasskeys, removePasskey, renamePasskey } from "./passkeys.service.ts";
import { addedPasskeyView, creationOptionsView, passkeyView, requestOptionsView } from "./passkeys.view.ts";
import { stepUpWithPasskey } from "./step-up.service.ts";

/** The procedures for a user's own passkeys. Both token kinds have them, each in its own area. */
export function passkeyProcedures(procedure: typeof userProcedure, freshProcedure: typeof freshUserProcedure) {
  return {
    passkeys: procedure.output(synchronous(passkeyView.array())).query(({ ctx }) => readPasskeys(ctx.deps, ctx.actor)),
    /** Adding a passkey takes two calls: one returns the browser's options, the other takes its response. Showing a passkey does too. */
    beginPasskey: freshProcedure.output(synchronous(creationOptionsView)).mutation(({ ctx }) => beginPasskey(ctx.deps, ctx.actor)),
    addPasskey: freshProcedure
      .input(addPasskeyInput)
      .output(synchronous(addedPasskeyView))
      .mutation(({ ctx, input }) => addPasskey(ctx.deps, ctx, ctx.actor, input)),
    renamePasskey: procedure
      .meta(noStepUp.ownSettings)
      .input(renamePasskeyInput)
      .output(synchronous(passkeyView))
      .mutation(({ ctx, input }) => renamePasskey(ctx.deps, ctx.actor, input)),
    removePasskey: freshProcedure
      .input(passkeyIdInput)
      .output(synchronous(messageView))
      .mutation(({ ctx, input }) => removePasskey(ctx.deps, ctx, ctx.actor, input.passkeyId)),
    beginPasskeyProof: procedure
      .meta(noStepUp.authenticates)
      .output(synchronous(requestOptionsView))
      .mutation(({ ctx }) => beginPasskeyProof(ctx.deps, ctx.actor)),
    stepUpWithPasskey: procedure
      .meta(noStepUp.authenticates)
      .input(showPasskeyInput)
      .output(synchronous(messageView))
      .mutation(({ ctx, input }) => stepUpWithPasskey(ctx.deps, ctx, ctx.actor, input.response)),
  };
}
