import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/typography.tsx";
import styles from "./command-palette.module.css";
import { type PaletteSource, pagesLike, type Place, type PlaceGroup } from "./palette.ts";

/** Debounce time: long enough to type a word, short enough not to be noticed. */
const pauseMs = 200;
/** Minimum length of a search, because fewer letters match nearly everything. */
const shortest = 2;

export interface PaletteProps {
  open: boolean;
  onClose: () => void;
}

interface CommandPaletteProps extends PaletteProps {
  source: PaletteSource;
}

/** Search palette: finds a page, payment, person or hash by a few letters. Arrow keys select, Enter opens. */
export function CommandPalette({ open, onClose, source }: CommandPaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop data-veil className={styles.veil} />
        <Dialog.Popup className={styles.palette}>
          <Dialog.Title render={<div />}>
            <VisuallyHidden>Go to</VisuallyHidden>
          </Dialog.Title>
          <Finder source={source} onClose={onClose} />
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
  const pages: PlaceGroup = { label: "Pages", items: pagesLike(source.pages, text) };
  const groups = [pages, ...(isAsked ? (found.data ?? []) : [])].filter(({ items }) => items.length > 0);
  const isWaiting = found.isFetching || text.trim() !== pausedText;

  function go({ path }: Place) {
    onClose();
    router.history.push(path);
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
              {(place: Place) => (
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
