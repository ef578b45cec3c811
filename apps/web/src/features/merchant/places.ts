/** Places of the merchant's area, for links within it. */
export const merchantPlaces: Record<"disputes", string> = {
  disputes: "/merchant/disputes",
};

/** Where one dispute is shown to its merchant. */
export function disputePlace(id: string): string {
  return `${merchantPlaces.disputes}/${id}`;
}
