import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = { bad: 'bg-bad-soft text-bad', warn: 'bg-warn-soft text-warn' };

interface NoticeProps {
  tone: keyof typeof TONES;
  children: ReactNode;
}

/** A message in a page: a `span` with the text, and an icon or a button. */
export const Notice = ({ tone, children }: NoticeProps) => (
  <div
    className={`flex flex-wrap items-center justify-between gap-2.5 rounded-lg px-4 py-3 *:[span]:min-w-[min(100%,240px)] *:[span]:flex-1 ${TONES[tone]}`}
  >
    {children}
  </div>
);

/** A line of a notice without the color of its tone. */
export const NoticeText = ({ children }: { children: ReactNode }) => (
  <span className="block text-primary">{children}</span>
);

const QUIET = 'border border-line py-1.75 text-sm text-secondary tabular-nums has-[+p]:mb-2';

/** A message above the page. Messages without a tone, such as the world of the page, are less prominent. */
export const Banner = (props: Partial<NoticeProps> & { icon: LucideIcon; role?: 'status'; children: ReactNode }) => (
  <p
    className={`mx-auto mb-6 flex max-w-280 items-center gap-2.5 rounded-lg px-4 ${props.tone ? `py-3 ${TONES[props.tone]}` : QUIET}`}
    role={props.role}
  >
    <props.icon size={16} />
    <span className="flex-1">{props.children}</span>
  </p>
);
