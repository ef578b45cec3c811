import { describe, expect, it } from "vitest";
import { nameDevice } from "./device-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("the name of a device", () => {
  it("names the browser and the system", () => {
    expect(nameDevice(`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/140.0.0.0 Safari/537.36`)).toBe("Chrome on macOS");
    expect(nameDevice(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`)).toBe(
      "Microsoft Edge on Windows",
    );
    expect(nameDevice("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")).toBe("Firefox on Linux");
    expect(
      nameDevice(
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      ),
    ).toBe("Safari on iOS");
  });

  it("uses a program's own name where it is no browser", () => {
    expect(nameDevice("curl/8.5.0")).toMatch(/^curl/);
  });

  it("does not guess without information", () => {
    expect(nameDevice(null)).toBe("Unknown device");
    expect(nameDevice("")).toBe("Unknown device");
    expect(nameDevice("<script>")).toBe("Unknown device");
  });
});
