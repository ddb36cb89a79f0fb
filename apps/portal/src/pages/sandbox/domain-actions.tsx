import { useQuery } from '@tanstack/react-query';
import { KeyRound, MailCheck, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CheckoutResult } from '#checkout/contract';
import type { OwnerExtra, RegistrantDetails } from '#domains/contract';
import type {
  DeletedRegistration,
  RegistrationView,
  RegistrationWithContact,
  TransferredRegistration,
} from '#registry/contract';
import { callApi, idempotentCall } from '../../api/client';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { CopyableCode } from '../../ui/copy';
import { Confirm, Dialog, FormDialog, OpenButton } from '../../ui/dialog';
import { CheckboxGroup, LITERAL, SegmentedField, SelectField, TextareaField, TextField } from '../../ui/field';
import { fieldRowClass, useFields } from '../../ui/form';
import { formatMoney, plural } from '../../ui/format';
import { Facts } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { BusinessTime } from '../../ui/time';

export const PAYMENT_METHODS = { test: 'Test', test_declined: 'Test, declined' };

interface ActionProps {
  registration: RegistrationView;
}

/** Buttons that change a registration. */
export function DomainActions({ registration }: ActionProps) {
  const { domain, renewals, verification_due_at, suspended } = registration;
  const tenant = useTenant();
  const verify = useAction(
    () => callApi<RegistrationWithContact>('POST', ['tenants', tenant, 'registry', 'verify'], { domain }),
    { done: `The email address of ${domain} is verified.` },
  );
  return (
    <>
      {(verification_due_at !== null || suspended) && (
        <Button label="Verify" icon={MailCheck} busy={verify.isPending} onClick={() => verify.mutate()} />
      )}
      <OpenButton icon={Pencil} label="Edit" dialog={<EditDomain registration={registration} />} />
      <OpenButton icon={KeyRound} label="Show auth code" dialog={<ShowAuthCode registration={registration} />} />
      <OpenButton icon={Trash2} label="Delete" dialog={<DeleteDomain registration={registration} />} />
      {renewals.length > 0 && (
        <OpenButton
          variant="primary"
          icon={RefreshCw}
          label="Renew"
          dialog={<RenewDomain registration={registration} />}
        />
      )}
    </>
  );
}

const SWITCHES = [
  { value: 'locked', label: 'Transfer lock', hint: 'No other registrar can take over the domain.' },
  { value: 'auto_renew', label: 'Auto-renew', hint: 'Renews the domain for a year when it expires.' },
  { value: 'privacy', label: 'Privacy', hint: 'The public does not see the contact.' },
] as const;

const CONTACT: Record<Exclude<keyof RegistrantDetails, 'extra'>, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone, optional',
  organization: 'Organization, optional',
  address1: 'Address, optional',
  address2: 'Address line 2, optional',
  postal_code: 'Postal code, optional',
  city: 'City, optional',
  state: 'State, optional',
  country: 'Country code, optional',
};

/** Additional owner fields of some TLDs. */
const EXTRA: Record<string, Partial<Record<keyof OwnerExtra, string>>> = {
  us: { us_nexus: 'Nexus category', us_purpose: 'Purpose' },
  ca: { ca_legal_type: 'Legal type' },
  eu: { eu_country_of_citizenship: 'Country of citizenship, optional' },
};

type Texts = Record<string, string>;

function initialOf({ nameservers, payment_method, contact, ...registration }: RegistrationView) {
  const { extra, ...owner } = contact ?? {};
  return {
    nameservers: nameservers.join('\n'),
    switches: SWITCHES.map(({ value }) => value).filter(name => registration[name]) as string[],
    payment_method,
    owner: owner as Texts,
    extra: { ...extra } as Texts,
  };
}

function requestOf({ nameservers, switches, payment_method, ...contact }: ReturnType<typeof initialOf>): object {
  const owner = filledOf(contact.owner);
  const extra = filledOf(contact.extra);
  return {
    nameservers: nameservers.split(/\s+/).filter(Boolean),
    ...Object.fromEntries(SWITCHES.map(({ value }) => [value, switches.includes(value)])),
    payment_method,
    contact: Object.keys(extra).length > 0 ? { ...owner, extra } : owner,
  };
}

/** The texts that are not empty, in alphabetical order of their names, because `EditDomain` compares them as JSON. */
const filledOf = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

function EditDomain({ registration }: ActionProps) {
  const { domain, tld } = registration;
  const tenant = useTenant();
  const [initial] = useState(() => initialOf(registration));
  const { values, update, field } = useFields(initial);
  const before = new Map(Object.entries(requestOf(initial)).map(([name, value]) => [name, JSON.stringify(value)]));
  const changes = Object.entries(requestOf(values)).filter(
    ([name, value]) => JSON.stringify(value) !== before.get(name),
  );
  const textField =
    (part: 'owner' | 'extra', path: string) =>
    ([name, label]: [string, string]) => (
      <TextField
        key={name}
        label={label}
        {...LITERAL}
        name={`${path}.${name}`}
        value={values[part][name] ?? ''}
        onChange={text => update({ [part]: { ...values[part], [name]: text } })}
      />
    );
  return (
    <FormDialog
      title={`Edit ${domain}`}
      submit="Save"
      disabled={changes.length === 0}
      onSubmit={() =>
        callApi<RegistrationWithContact>('PATCH', ['tenants', tenant, 'domains', domain], Object.fromEntries(changes))
      }
      done={`${domain} is changed.`}
    >
      <TextareaField label="Name servers" {...field('nameservers')} rows={2} hint="2–13 host names, one per line." />
      <CheckboxGroup legend="Settings" options={SWITCHES} {...field('switches')} name="privacy" />
      <SegmentedField label="Payment method of auto-renew" options={PAYMENT_METHODS} {...field('payment_method')} />
      <fieldset className={fieldRowClass}>
        <legend className="mb-2.5 text-sm font-medium">Contact</legend>
        {Object.entries(CONTACT).map(textField('owner', 'contact'))}
        {Object.entries(EXTRA[tld] ?? {}).map(textField('extra', 'contact.extra'))}
      </fieldset>
    </FormDialog>
  );
}

/** Shows the auth code, and offers to transfer the domain out as another registrar would. */
function ShowAuthCode({ registration: { domain, locked } }: ActionProps) {
  const tenant = useTenant();
  const code = useQuery({ ...queries.authCode(tenant, domain), enabled: !locked });
  const title = `Auth code of ${domain}`;
  if (locked)
    return (
      <Dialog title={title} description="The domain is locked. To get its auth code, turn its transfer lock off." />
    );
  return (
    <FormDialog
      title={title}
      description="Another registrar needs this code to take over the domain. Transfer the domain out to play that registrar: the tenant no longer holds it, and its order stays paid."
      submit="Transfer out"
      danger
      disabled={!code.data}
      onSubmit={() =>
        callApi<TransferredRegistration>('POST', ['tenants', tenant, 'registry', 'transfer-out'], {
          domain,
          auth_code: code.data?.auth_code,
        })
      }
      done={`${domain} is transferred to another registrar.`}
    >
      <Loaded query={code}>{({ auth_code }) => <CopyableCode text={auth_code} what="auth code" />}</Loaded>
    </FormDialog>
  );
}

function DeleteDomain({ registration: { domain, deletion_refund } }: ActionProps) {
  const tenant = useTenant();
  return (
    <Confirm
      title={`Delete ${domain}?`}
      submit="Delete domain"
      onSubmit={() => callApi<DeletedRegistration>('DELETE', ['tenants', tenant, 'domains', domain])}
      done={({ refund }) =>
        `${domain} is deleted. ${refund ? `${formatMoney(refund.total, refund.currency)} is refunded.` : NO_REFUND}`
      }
    >
      The domain is free at once. You cannot undo this.{' '}
      {deletion_refund ? `This refunds ${formatMoney(deletion_refund.total, deletion_refund.currency)}.` : NO_REFUND}
    </Confirm>
  );
}

const NO_REFUND = 'Nothing is refunded.';

function RenewDomain({ registration: { domain, renewals } }: ActionProps) {
  const tenant = useTenant();
  const [call] = useState(() => idempotentCall<CheckoutResult>());
  const { values, field } = useFields({ years: String(renewals[0]?.years ?? '') });
  const years = Number(values.years);
  const chosen = renewals.find(option => option.years === years);
  return (
    <FormDialog
      title={`Renew ${domain}`}
      description="Orders the renewal and pays it with a simulated payment."
      submit="Renew"
      disabled={!chosen}
      onSubmit={() => call('POST', ['tenants', tenant, 'domains', domain, 'renew'], { years })}
      done={({ domain }) => `${domain} is renewed.`}
    >
      <SelectField
        label="Years"
        options={renewals.map(({ years }) => ({ value: String(years), label: plural(years, 'year') }))}
        {...field('years')}
      />
      {chosen ? (
        <Facts
          facts={{
            Price: formatMoney(chosen.total, chosen.currency),
            'Registered until': <BusinessTime at={chosen.expires_at} seconds />,
          }}
        />
      ) : (
        <p className="text-muted">The domain cannot be renewed now.</p>
      )}
    </FormDialog>
  );
}
