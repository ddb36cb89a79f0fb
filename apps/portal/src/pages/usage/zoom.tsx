import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useNow } from '../../lib/use-now';
import { IconButton } from '../../ui/icon-button';

/** A time range in milliseconds since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** The query parameters of a range, for the API. */
export const rangeOf = ({ from, to }: Span) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

/** The query parameters of a range, for links to pages with a time range. */
export const searchOfSpan = (span: Span) => ({ range: 'custom', ...rangeOf(span) });

/** The minute before a point in time and 15 seconds after it. The server counts the requests of such a short range by second. */
export const minuteBefore = (at: string): Span => ({ from: Date.parse(at) - 60_000, to: Date.parse(at) + 15_000 });

const MIN_MS = 10_000;
const MAX_MS = 92 * 86_400_000;
const ZOOM_FACTOR = 4;

/** Scales a range around its center, without an end in the future. */
function scaled({ from, to }: Span, factor: number): Span {
  const length = Math.min(MAX_MS, Math.max(MIN_MS, (to - from) * factor));
  const end = Math.min(Date.now(), (from + to + length) / 2);
  return { from: end - length, to: end };
}

function shifted({ from, to }: Span, steps: -1 | 1): Span {
  const ms = Math.min(((to - from) / 2) * steps, Date.now() - to);
  return { from: from + ms, to: to + ms };
}

/** Buttons that zoom and shift the range, for keyboards and phones. */
export function ZoomButtons({ span, onZoom }: { span: Span; onZoom: (span: Span) => void }) {
  const length = span.to - span.from;
  const now = useNow();
  const buttons = [
    { label: 'Earlier', icon: ChevronLeft, target: () => shifted(span, -1), disabled: false },
    { label: 'Zoom in', icon: ZoomIn, target: () => scaled(span, 1 / ZOOM_FACTOR), disabled: length <= MIN_MS },
    { label: 'Zoom out', icon: ZoomOut, target: () => scaled(span, ZOOM_FACTOR), disabled: length >= MAX_MS },
    { label: 'Later', icon: ChevronRight, target: () => shifted(span, 1), disabled: span.to >= now - MIN_MS },
  ];
  return (
    <div role="group" aria-label="Zoom" className="flex items-center">
      {buttons.map(({ target, ...button }) => (
        <IconButton key={button.label} {...button} onClick={() => onZoom(target())} />
      ))}
    </div>
  );
}
