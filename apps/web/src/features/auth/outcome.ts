/** What a form is told after it has been sent: it went well, or the sentence to show. */
export type FormOutcome = { ok: true } | { ok: false; message: string };
