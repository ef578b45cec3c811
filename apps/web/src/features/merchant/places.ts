/** Places of the merchant's area, for links within it. */
export const merchantPlaces: Record<"disputes" | "settings", string> = {
  disputes: "/merchant/disputes",
  settings: "/merchant/settings",
};

/** Where one dispute is shown to its merchant. */
export function disputePlace(id: string): string {
  return `${merchantPlaces.disputes}/${id}`;
}
