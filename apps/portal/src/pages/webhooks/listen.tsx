import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { CodeBlock } from '../../ui/copy';

const LOCAL_URL = 'http://localhost:4000/webhooks';

/** The command `listen`, which shows the events of a tenant, and forwards them to a local URL if `forwards` is true. */
export function ListenCommand({ forwards = true }: { forwards?: boolean }) {
  const tenant = useTenant();
  const command = `npx nameyard listen --url ${location.origin} --tenant ${tenant} --key "$NAMEYARD_KEY"`;
  return (
    <CodeBlock
      title="Command, in a project with the package nameyard"
      text={forwards ? `${command} --forward-to ${LOCAL_URL}` : command}
    />
  );
}

export const AddReceiverLink = () => (
  <TenantLink to="./webhooks" search={{ new: '1' }} variant="primary" label="Add receiver" />
);
