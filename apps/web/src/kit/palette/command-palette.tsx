import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { setTheme } from "../../lib/theme.ts";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import styles from "./command-palette.module.css";
import { type Act, listLike, type PaletteSource, type Place, type PlaceGroup } from "./palette.ts";

/** Debounce time: long enough to type a word, short enough not to be noticed. */
const pauseMs = 200;
/** Minimum length of a search, because fewer letters match nearly everything. */
const shortest = 2;

export interface PaletteProps {
  open: boolean;
  onClose: () => void;
  onLogout: () => void;
  /** Opens the list of keys. */
  onKeys: () => void;
}

interface CommandPaletteProps extends PaletteProps {
  source: PaletteSource;
}

/** Acts of every area. */
const commonActs = ({ onLogout, onKeys }: PaletteProps): Act[] => [
  { id: "dark", label: "Use the dark appearance", words: "theme night mode", run: () => setTheme("dark") },
  { id: "light", label: "Use the light appearance", words: "theme day mode", run: () => setTheme("light") },
  { id: "system", label: "Use the device’s appearance", words: "theme system mode", run: () => setTheme("system") },
  { id: "keys", label: "Show the keyboard shortcuts", words: "keys help ?", run: onKeys },
  { id: "logout", label: "Log out", words: "logout sign out", run: onLogout },
];

/** Search palette: finds an act, a page, payment, person or hash by a few letters. Arrow keys select, Enter acts or opens. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose, source } = props;
  const whole = { ...source, acts: [...source.acts, ...commonActs(props)] };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop data-veil className={styles.veil} />
        <Dialog.Popup className={styles.palette}>
          <Dialog.Title render={<div />}>
            <VisuallyHidden>Go to</VisuallyHidden>
          </Dialog.Title>
          <Finder source={whole} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ source, onClose }: Pick<CommandPaletteProps, "source" | "onClose">) {
  const router = useRouter();
  const [text, setText] = useState("");
  const pausedText = usePaused(text.trim());
  const isAsked = pausedText.length >= shortest;
  const found = useQuery({
    queryKey: ["palette", source.placeholder, pausedText],
    queryFn: () => source.find(pausedText),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const acts: PlaceGroup = { label: "Acts", items: listLike(source.acts, text) };
  const pages: PlaceGroup = { label: "Pages", items: listLike(source.pages, text) };
  const groups = [acts, pages, ...(isAsked ? (found.data ?? []) : [])].filter(({ items }) => items.length > 0);
  const isWaiting = found.isFetching || text.trim() !== pausedText;

  function go(found: Place | Act) {
    onClose();
    if ("run" in found) found.run();
    if (found.path !== undefined) router.history.push(found.path);
  }

  return (
    <Autocomplete.Root open inline mode="none" autoHighlight="always" keepHighlight items={groups} value={text} onValueChange={setText}>
      <div className={styles.field}>
        <Icon icon={Search} />
        <Autocomplete.Input className={styles.input} placeholder={source.placeholder} aria-label="Go to" />
      </div>
      <p className={styles.state} role="status">
        {found.isError ? "The search did not work. Please try again." : groups.length === 0 && !isWaiting ? "Nothing found." : ""}
      </p>
      <Autocomplete.List className={styles.list}>
        {(group: PlaceGroup) => (
          <Autocomplete.Group key={group.label} items={group.items}>
            <Autocomplete.GroupLabel className={styles.heading}>{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(place: Place | Act) => (
                <Autocomplete.Item key={place.id} value={place} className={styles.item} onClick={() => go(place)}>
                  <span className={styles.name}>{place.label}</span>
                  {place.detail && <span className={styles.detail}>{place.detail}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
