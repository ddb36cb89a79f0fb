import { useState } from 'react';
import { clientSnippet } from '#snippets/model';
import { curl } from '../../lib/curl';
import { useTenant } from '../../shell/session';
import { CodeBlock } from '../../ui/copy';
import { SegmentedField } from '../../ui/field';
import type { TryCall } from './calls';

const LANGUAGES = [
  { value: 'client', label: '@nameyard/client' },
  { value: 'curl', label: 'curl' },
] as const;

type Language = (typeof LANGUAGES)[number]['value'];

/** The call as code for the developer's server. The client has no methods for the live registrar. */
export function Code({ call, path, body }: { call: TryCall; path: string; body: object }) {
  const tenant = useTenant();
  const [language, setLanguage] = useState<Language>('client');
  const baseUrl = `'${location.origin}/api/v1'`;
  const languages = call === 'registrar.search' ? LANGUAGES.slice(1) : LANGUAGES;
  const isClient = language === 'client' && call !== 'registrar.search';
  const text = isClient ? clientSnippet({ operation: call, tenant, body }, baseUrl) : curl(tenant, path, body);
  return (
    <section className="mt-4.5 grid grid-cols-1 gap-2.5" aria-label="Code">
      <SegmentedField
        label="Language"
        value={isClient ? 'client' : 'curl'}
        options={[...languages]}
        onChange={value => setLanguage(value as Language)}
      />
      <CodeBlock title={isClient ? 'The same call on your server' : 'The same call in a terminal'} text={text} />
    </section>
  );
}
