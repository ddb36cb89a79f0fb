import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { Plus, X } from 'lucide-react';
import type { AccentsView, LegalLinkView, StorefrontView, ThemesView } from '#storefront/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { ColorField, isColor, SegmentedField, SelectField, TextField } from '../../ui/field';
import { ErrorText, Form, useFieldError } from '../../ui/form';
import { Card } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { LogoSettings } from './logo';
import { Preview } from './preview';
import { useSettings } from './use-settings';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';

const SCHEMES = { auto: 'As the device', light: 'Light', dark: 'Dark' };
const RADII = { none: 'None', small: 'Small', medium: 'Medium', large: 'Large' };
const FONTS = { figtree: 'Figtree', 'dm-sans': 'DM Sans', nunito: 'Nunito', 'crimson-pro': 'Crimson Pro' };

const NAMES = ['name', 'accent', 'scheme', 'radius', 'font', 'support_url', 'legal_links'] as const;

export function BrandSettings({ storefront }: { storefront: StorefrontView }) {
  const { values, field, form, formKey, actions } = useSettings(storefront, NAMES);
  const tenant = useTenant();
  const tenantName = useQuery(queries.tenant(tenant)).data?.name ?? tenant;
  const preview = usePreview(values);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <Card title="Brand" actions={actions}>
          <Form key={formKey} {...form}>
            <TextField
              label="Name"
              {...field('name')}
              hint="In the header and in titles. Default: the name of the tenant."
              placeholder={tenantName}
              maxLength={60}
            />
            <ColorField label="Accent color" {...field('accent')} />
            {preview.data && <AccentColors chosen={preview.accent} colors={preview.data.colors} />}
            <SegmentedField label="Color scheme" options={SCHEMES} {...field('scheme')} />
            <SegmentedField label="Corners" options={RADII} {...field('radius')} />
            <SelectField label="Font" options={FONTS} {...field('font')} />
            <TextField
              label="Support link"
              {...field('support_url')}
              hint="Where visitors get help: an https, http or mailto URL. Optional."
              placeholder="https://shop.example/help"
              maxLength={500}
              inputMode="url"
              autoCapitalize="off"
              spellCheck={false}
            />
            <LegalLinks {...field('legal_links')} />
          </Form>
        </Card>
        <LogoSettings storefront={storefront} />
      </div>
      <div className="top-[calc(var(--top)+24px)] lg:sticky">
        <Card title="Preview" description="With your unsaved changes.">
          <Loaded query={preview} skeleton={<Skeleton lines={1} height={300} />}>
            {properties => (
              <Preview
                properties={properties}
                brand={{ ...values, name: values.name.trim() || tenantName, logo: storefront.logo }}
              />
            )}
          </Loaded>
        </Card>
      </div>
    </div>
  );
}

const TYPING_MS = 250;

/** The colors and CSS properties of a brand, updated when the user stops typing and the color is valid. */
function usePreview({ accent, radius, font }: Pick<StorefrontView, 'accent' | 'radius' | 'font'>) {
  const [shown, setShown] = useState({ accent, radius, font });
  useEffect(() => {
    if (!isColor(accent)) return;
    const timer = setTimeout(() => setShown({ accent: accent.trim().toLowerCase(), radius, font }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [accent, radius, font]);
  const query = useQuery(queries.storefrontPreview(useTenant(), shown));
  return { ...query, accent: shown.accent };
}

/** Minimum contrasts to the background, which the server ensures. */
const CONTRASTS = { controls: '3:1', text: '4.5:1' };

const ROW = 'grid grid-cols-[84px_minmax(0,1fr)] gap-x-3 gap-y-0.5';

/** The chosen accent color, and the colors that replace it on pages where its contrast is too low. */
const AccentColors = ({ chosen, colors }: { chosen: string; colors: ThemesView }) => (
  <dl className="-mt-1.5 grid gap-2 rounded-md bg-sunken px-3.5 py-3 text-sm" aria-live="polite">
    <div className={ROW}>
      <dt className="text-muted">Chosen</dt>
      <dd className="col-2">
        <Color value={chosen} />
      </dd>
    </div>
    <Theme label="Light pages" chosen={chosen} accents={colors.light} change="darkened" />
    <Theme label="Dark pages" chosen={chosen} accents={colors.dark} change="lightened" />
  </dl>
);

function Theme(props: { label: string; chosen: string; accents: AccentsView; change: 'darkened' | 'lightened' }) {
  const { label, chosen, accents, change } = props;
  const use = (name: string, color: string, contrast: string) => (
    <dd className="col-2">
      {name} <Color value={color} />{' '}
      <span className="text-muted">{color === chosen ? 'as chosen' : `${change} for ${contrast}`}</span>
    </dd>
  );
  return (
    <div className={ROW}>
      <dt className="text-muted">{label}</dt>
      {use('Buttons', accents.accent, CONTRASTS.controls)}
      {use('Links', accents.accent_text, CONTRASTS.text)}
    </div>
  );
}

const Color = ({ value }: { value: string }) => (
  <span className="inline-flex items-center gap-1.25 whitespace-nowrap">
    <span
      className="size-3 flex-none rounded-[3px] border border-line-strong"
      style={{ background: value }}
      aria-hidden
    />
    <code>{value}</code>
  </span>
);

const MAX_LINKS = 5;

interface LegalLinksProps {
  name: string;
  value: LegalLinkView[];
  onChange: (links: LegalLinkView[]) => void;
}

function LegalLinks({ name, value: links, onChange }: LegalLinksProps) {
  const errorId = useId();
  const error = useFieldError(name);
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, more: Partial<LegalLinkView>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...more } : link)));
  const remove = (index: number) => {
    onChange(links.filter((_, at) => at !== index));
    add.current?.focus(); // the button that had the focus is gone
  };
  return (
    <fieldset className="grid grid-cols-1 justify-items-start gap-2" aria-describedby={error && errorId}>
      <legend className="mb-1.5 text-sm font-medium">Legal links</legend>
      {links.map((link, index) => (
        // Links have no ID, and are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div
          key={index}
          className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <input
            className="input"
            aria-label={`Label of link ${index + 1}`}
            placeholder="Imprint"
            maxLength={40}
            value={link.label}
            onChange={event => change(index, { label: event.target.value })}
          />
          <input
            className="input max-sm:row-2"
            aria-label={`URL of link ${index + 1}`}
            placeholder="https://shop.example/imprint"
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={500}
            value={link.url}
            onChange={event => change(index, { url: event.target.value })}
          />
          <IconButton label={`Remove link ${index + 1}`} icon={X} onClick={() => remove(index)} />
        </div>
      ))}
      {error && <ErrorText id={errorId}>{error}</ErrorText>}
      <Button
        label="Add link"
        ref={add}
        small
        icon={Plus}
        disabled={links.length >= MAX_LINKS}
        onClick={() => onChange([...links, { label: '', url: '' }])}
      />
      <p className="text-sm text-muted">At the bottom of each page, for example an imprint. Up to {MAX_LINKS}.</p>
    </fieldset>
  );
}
