import type { Plugin } from "vite";

const imports = /import \{([^}]+)\} from "lucide-react";/g;
const ofTheSet = /^[A-Z]\w*$/;

/**
 * Imports each icon from its own file, so that a page's first load has the icons of that page: through the package's one module all of them
 * belong to whoever uses one. Types, and what an icon is called in the importing module, stay.
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

/** `import { QrCode as Code } from "lucide-react"` from the file of that icon, which has it as its default. */
export function withOwnIcons(code: string): string {
  return code.replaceAll(imports, (whole, names: string) => {
    const icons = names.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim().split(" as ")]));
    if (!icons.every(([icon = ""]) => ofTheSet.test(icon))) return whole;
    return icons.map(([icon = "", local = icon]) => `import ${local} from "lucide-react/icons/${fileOf(icon)}";`).join("");
  });
}

/** `ArrowUpRight` is in `arrow-up-right`, `Link2` in `link-2`. */
function fileOf(icon: string): string {
  return icon.replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, "-").toLowerCase();
}
