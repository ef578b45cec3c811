import { createFileRoute } from "@tanstack/react-router";
import { RentPage } from "../../areas/public/info/guide-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/rent")({ component: Rent });

function Rent() {
  useTitle("Rent");
  return <RentPage />;
}
