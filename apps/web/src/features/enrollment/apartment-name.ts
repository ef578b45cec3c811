/** An apartment as it stands in a sentence: `Apt 4B`; one that has a word of its own keeps it: `Tower B, floor 3`. */
export function apartmentName(aptNumber: string): string {
  return /^(\d|\p{L}\d|\p{L}$)/u.test(aptNumber) ? `Apt\u00a0${aptNumber}` : aptNumber;
}
