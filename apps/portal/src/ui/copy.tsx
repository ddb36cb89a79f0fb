import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button';
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
      toast.bad('The browser does not let this page copy; select the text and copy it by hand.');
    }
  };
  return { copied, copy };
}

const icon = (copied: boolean) => (copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />);

/** Copies a short text; `what` names it: "Copy the key's id". */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <IconButton label={copied ? 'Copied' : `Copy ${what}`} onClick={copy} className="copy-icon">
      {icon(copied)}
    </IconButton>
  );
}

export function CopyButton({
  text,
  children = 'Copy',
  variant,
}: {
  text: string;
  children?: string;
  variant?: 'primary';
}) {
  const { copied, copy } = useCopy(text);
  return (
    <Button small={!variant} variant={variant} onClick={copy} icon={icon(copied)} className="copy-button">
      {copied ? 'Copied' : children}
    </Button>
  );
}

/** Lines to read and to take along. */
export function Code({ code, title, copy }: { code: string; title: string; copy?: string }) {
  return (
    <figure className="code">
      <figcaption>
        <span>{title}</span>
        <CopyButton text={copy ?? code} />
      </figcaption>
      <pre tabIndex={0} aria-label={title}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/** An id or an address in one line, with a button that copies it. */
export function Mono({ text, what, cut }: { text: string; what: string; cut?: boolean }) {
  return (
    <span className="mono-copy">
      <code className={cut ? 'cut' : undefined} title={cut ? text : undefined}>
        {text}
      </code>
      <CopyIcon text={text} what={what} />
    </span>
  );
}
