import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button';
import { IconButton } from './icon-button';
import { toast } from './toast';

function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.bad('The browser blocked access to the clipboard. Select the text and copy it manually.');
    }
  };
  return { copied, onClick: copy, icon: copied ? Check : Copy };
}

export function CopyButton(props: { text: string; label?: string; variant?: 'primary' }) {
  const { text, label = 'Copy', variant } = props;
  const { copied, ...button } = useCopy(text);
  return (
    <Button label={copied ? 'Copied' : label} small={!variant} variant={variant} className="min-w-23" {...button} />
  );
}

/** An ID. On tablets its middle is hidden, but copied text is complete. */
export const ShortId = ({ children: id, className = '' }: { children: string; className?: string | undefined }) => (
  <code className={`sm:max-lg:whitespace-nowrap ${className}`} title={id}>
    <span className="sm:max-lg:inline-block sm:max-lg:max-w-[5.2ch] sm:max-lg:overflow-hidden sm:max-lg:align-bottom sm:max-lg:text-ellipsis">
      {id.slice(0, -8)}
    </span>
    {id.slice(-8)}
  </code>
);

/** An ID or a URL with a copy button; `what` completes its label, as in "Copy key ID". */
export function CopyableCode(props: { text: string; what: string; className?: string; short?: boolean }) {
  const { text, what, className, short } = props;
  const { copied, ...button } = useCopy(text);
  return (
    <span className="inline-flex min-h-6.5 max-w-full min-w-0 items-center gap-1 [&_code]:min-w-0 [&_code]:wrap-anywhere">
      {short ? <ShortId className={className}>{text}</ShortId> : <code className={className}>{text}</code>}
      <IconButton label={copied ? 'Copied' : `Copy ${what}`} small {...button} />
    </span>
  );
}

/** A code block with a copy button; `text` is copied and, without children, shown. */
export const CodeBlock = (props: { title: string; text: string; children?: ReactNode }) => (
  <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
    <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1.75 ps-3.5 pe-2 text-sm text-secondary">
      <span>{props.title}</span>
      <CopyButton text={props.text} />
    </figcaption>
    <pre
      className="max-h-105 p-3.5 text-xs leading-[1.65] wrap-anywhere whitespace-pre-wrap focus-visible:-outline-offset-2"
      tabIndex={0}
      aria-label={props.title}
    >
      {props.children ?? <code>{props.text}</code>}
    </pre>
  </figure>
);
