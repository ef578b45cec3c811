import { createTestDatabase } from "@hearth/db/testing/test-database";
import { expect, it } from "vitest";
import { checkFilled, fillDatabase } from "./fill-database.ts";
import { shapeOf } from "./shape.ts";

it("fills a database with consistent payments", async () => {
  const database = await createTestDatabase();
  try {
    const { someCompleted } = await fillDatabase(database.url, shapeOf(400, new Date(), 59_999_999));
    expect(someCompleted.length).toBeGreaterThan(100);
    expect(await checkFilled(database.url, 60)).toBeGreaterThan(0);
  } finally {
    await database.close();
  }
});
