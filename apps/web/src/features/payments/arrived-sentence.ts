/** Message for a payer whose purchase has probably reached the merchant, before Coinbase confirms that the money is theirs. */
export function arrivedSentence(merchant: string): string {
  return `Exactly this amount has reached ${merchant}, and Coinbase has not confirmed your purchase yet. Please do not pay a second time: the payment completes automatically as soon as Coinbase answers.`;
}
