import { createFileRoute } from "@tanstack/react-router";
import { NewMerchant } from "../../../../areas/admin/merchants/new-merchant.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/merchants/new")({ component: NewMerchantPage });

function NewMerchantPage() {
  useTitle("Add merchant");
  return <NewMerchant />;
}
