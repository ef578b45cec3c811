import type { Plugin } from "vite";

const imports = /import \{([^}]+)\} from "lucide-react";/g;
const ofTheSet = /^[A-Z]\w*$/;

/**
 * Imports each icon from its own file, so that a page loads only its own icons. Through the package's index a page would load all icons.
 * Keeps types and local names.
 */
export function iconImports(): Plugin {
  return {
    name: "hearth:icon-imports",
    enforce: "post",
    apply: "build",
    transform: {
      filter: { id: /\/src\/.*\.tsx?/, code: /lucide-react/ },
      handler: (code) => ({ code: withOwnIcons(code), map: null }),
    },
  };
}

/** Rewrites `import { QrCode as Code } from "lucide-react"` to the default import of that icon's file. */
export function withOwnIcons(code: string): string {
  return code.replaceAll(imports, (whole, names: string) => {
    const icons = names.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim().split(" as ")]));
    if (!icons.every(([icon = ""]) => ofTheSet.test(icon))) return whole;
    return icons.map(([icon = "", local = icon]) => `import ${local} from "lucide-react/icons/${fileOf(icon)}";`).join("");
  });
}

/** File name of an icon: `ArrowUpRight` is in `arrow-up-right`, `Link2` in `link-2`. */
function fileOf(icon: string): string {
  return icon.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, "-").toLowerCase();
}
