import {
  beginSecondFactorInput,
  confirmOwnerInput,
  confirmSecondFactorInput,
  provenSecondFactorInput,
} from "@hearth/domain/auth/second-factor";
import type { userProcedure } from "../../../trpc/procedures.ts";
import { noStepUp } from "../../../trpc/step-up-rule.ts";
import { messageView } from "../../../trpc/wire.ts";
import { synchronous } from "../../../trpc/synchronous.ts";
import { confirmSecondFactor, endSecondFactor, readSecondFactor, renewRecoveryCodes, setUpSecondFactor } from "./second-factor.service.ts";
import { recoveryCodesView, secondFactorView, setupView } from "./second-factor.view.ts";

/** The procedures for a user's own second factor. Both token kinds have them, each in its own area. */
export function secondFactorProcedures(procedure: typeof userProcedure) {
  return {
    secondFactor: procedure.output(synchronous(secondFactorView)).query(({ ctx }) => readSecondFactor(ctx.deps, ctx.actor)),
    setUpSecondFactor: procedure
      .meta({ stepUp: "besidePassword" })
      .input(beginSecondFactorInput)
      .output(synchronous(setupView))
      .mutation(({ ctx, input }) => setUpSecondFactor(ctx.deps, ctx, ctx.actor, input.password)),
    confirmSecondFactor: procedure
      .meta({ stepUp: "besidePassword" })
      .input(confirmSecondFactorInput)
      .output(synchronous(recoveryCodesView))
      .mutation(({ ctx, input }) => confirmSecondFactor(ctx.deps, ctx, ctx.actor, input.code)),
    endSecondFactor: procedure
      .meta(noStepUp.takesCode)
      .input(provenSecondFactorInput)
      .output(synchronous(messageView))
      .mutation(({ ctx, input }) => endSecondFactor(ctx.deps, ctx, ctx.actor, input)),
    renewRecoveryCodes: procedure
      .meta({ stepUp: "byInput" })
      .input(confirmOwnerInput)
      .output(synchronous(recoveryCodesView))
      .mutation(({ ctx, input }) => renewRecoveryCodes(ctx.deps, ctx, ctx.actor, input)),
  };
}
