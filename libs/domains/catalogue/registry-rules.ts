/** Features of a registration that a registry may support. */
export const FEATURES = ['auto_renew', 'lock', 'privacy', 'transfer'] as const;
export type Feature = (typeof FEATURES)[number];

/** Rules of the registry of a TLD. */
interface RegistryRules {
  /** Fields of the owner that every registration requires besides the names and the email address. */
  requiredFields?: readonly string[];
  /** Allowed values of each key of `owner.extra`. */
  extra?: Readonly<Record<string, readonly string[]>>;
  /** Key of `owner.extra` that is required if the owner's country is not in `countries`. */
  requiredAbroad?: { key: string; countries: readonly string[] };
  missingFeatures?: readonly Feature[];
}

const words = (text: string): readonly string[] => text.split(' ');

/** The European Union, Iceland, Liechtenstein and Norway (ISO 3166-1 alpha-2). */
const EUROPEAN_ECONOMIC_AREA = words(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
);

/** Rules by TLD, for the TLDs that have some. */
export const REGISTRY_RULES: ReadonlyMap<string, RegistryRules> = new Map<string, RegistryRules>([
  [
    // A2 Hosting, ".us Domain Name & Nexus Requirements Guide"; DNSimple, "Registrar API". The registry forbids privacy proxies.
    'us',
    {
      requiredFields: ['extra.us_nexus', 'extra.us_purpose'],
      extra: { us_nexus: words('C11 C12 C21 C31 C32'), us_purpose: words('P1 P2 P3 P4 P5') },
      missingFeatures: ['privacy'],
    },
  ],
  [
    // Hover, ".CA domain policies"; Amazon Route 53, "ExtraParam".
    'ca',
    {
      requiredFields: ['extra.ca_legal_type'],
      extra: { ca_legal_type: words('ABO ASS CCO CCT EDU GOV HOP INB LAM LGR MAJ OMK PLT PRT RES TDM TRD TRS') },
    },
  ],
  [
    // Netim, "EURid launches new eligibility criteria for the .EU".
    'eu',
    {
      requiredFields: ['country'],
      extra: { eu_country_of_citizenship: EUROPEAN_ECONOMIC_AREA },
      requiredAbroad: { key: 'eu_country_of_citizenship', countries: EUROPEAN_ECONOMIC_AREA },
    },
  ],
]);
