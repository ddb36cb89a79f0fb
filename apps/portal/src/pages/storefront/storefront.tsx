import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { AccessSettings } from './access';
import { BrandSettings } from './brand';
import { Hosts } from './hosts';
import { ShareLinks, Sharing } from './sharing';

export default function StorefrontPage() {
  const tenant = useTenant();
  const storefront = useQuery(queries.storefront(tenant));
  return (
    <Page
      description="Sandbox pages under your brand that show how buying a domain works."
      docs={{ href: '/docs/storefront', label: 'About storefronts' }}
    >
      <Loaded query={storefront}>
        {storefront => (
          <>
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <AccessSettings storefront={storefront} />
              <Sharing storefront={storefront} />
            </div>
            <ShareLinks />
            <BrandSettings storefront={storefront} />
            <Hosts storefront={storefront} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
