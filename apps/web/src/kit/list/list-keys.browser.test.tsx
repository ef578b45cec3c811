import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { setSearchKey } from "../../lib/search-key.ts";
import { show } from "../../testing/render.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ListFilters } from "./list-filters.tsx";

const rents = ["January rent", "February rent", "March rent"];

function Rents() {
  const [opened, setOpened] = useState("Nothing");
  return (
    <main>
      <ListFilters value={{}} placeholder="Words" onFilter={() => undefined} />
      <DataTable
        caption="Rents"
        columns={[{ id: "name", head: "Name", kind: "title", cell: (name: string) => name }]}
        rows={rents}
        rowKey={(name) => name}
        rowName={(name) => name}
        open={(name, props) => <button type="button" {...props} onClick={() => setOpened(name)} />}
      />
      <p>{opened} is open</p>
    </main>
  );
}

const row = (name: string) => page.getByRole("button", { name: `View ${name}` });

it("moves the focus with a slash to the search, then to the rows, along them and into one", async () => {
  await show(<Rents />);
  const search = page.getByRole("searchbox");
  await userEvent.keyboard("/");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("and/or");
  await expect.element(search).toHaveValue("and/or");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(row("January rent")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(row("March rent")).toHaveFocus();
  await userEvent.keyboard("{Home}{ArrowUp}{ArrowDown}{Enter}");
  await expect.element(page.getByText("February rent is open")).toBeVisible();
});

it("moves the focus with j to the first row while nothing has it, and writes a j into the search", async () => {
  await show(<Rents />);
  await userEvent.keyboard("j");
  await expect.element(row("January rent")).toHaveFocus();
  await userEvent.keyboard("jk/j");
  await expect.element(page.getByRole("searchbox")).toHaveValue("j");
});

it("clears the search on Escape, and leaves it on the next", async () => {
  await show(<Rents />);
  const search = page.getByRole("searchbox");
  await userEvent.keyboard("/rent");
  await expect.element(search).toHaveValue("rent");
  await userEvent.keyboard("{Escape}");
  await expect.element(search).toHaveValue("");
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(search).not.toHaveFocus();
});

it("ignores the slash while it is switched off", async () => {
  try {
    setSearchKey(false);
    await show(<Rents />);
    await userEvent.keyboard("/");
    await expect.element(page.getByRole("searchbox")).not.toHaveFocus();
    setSearchKey(true);
    await userEvent.keyboard("/");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
  } finally {
    setSearchKey(true);
  }
});
