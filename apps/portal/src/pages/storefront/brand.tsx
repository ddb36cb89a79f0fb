import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { StorefrontView } from '#storefront/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { ColorField, isColor, SegmentedField, SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';
import { AccentColors } from './accent-colors';
import { LegalLinks } from './legal-links';
import { LogoSettings } from './logo';
import { Preview } from './preview';
import { useSettings } from './use-settings';

const SCHEMES = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const RADII = [
  { value: 'none', label: 'None' },
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const;

const FONTS = [
  { value: 'figtree', label: 'Figtree' },
  { value: 'dm-sans', label: 'DM Sans' },
  { value: 'nunito', label: 'Nunito' },
  { value: 'crimson-pro', label: 'Crimson Pro' },
] as const;

const NAMES = ['name', 'accent', 'scheme', 'radius', 'font', 'support_url', 'legal_links'] as const;

/** The brand, with a preview of unsaved changes. */
export function BrandSettings({ storefront }: { storefront: StorefrontView }) {
  const { values, field, form, formKey, actions } = useSettings(storefront, NAMES);
  const tenants = useQuery(queries.tenants());
  const tenant = useTenant();
  const tenantName = tenants.data?.find(({ slug }) => slug === tenant)?.name ?? tenant;
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

/** The colors and CSS properties of a brand. They follow a valid color as soon as the user stops typing. */
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
