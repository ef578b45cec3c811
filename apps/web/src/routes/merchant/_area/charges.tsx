import { createFileRoute } from "@tanstack/react-router";
import { ChargeFile } from "../../../areas/merchant/rent/charge-file.tsx";
import { useWording } from "../../../kit/words.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/charges")({ component: ChargeFilePage });

function ChargeFilePage() {
  useTitle(useWording()("Import charges"));
  return <ChargeFile />;
}
