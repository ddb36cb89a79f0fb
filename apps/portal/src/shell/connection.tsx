import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useConnected } from '../api/connection';
import { q } from '../api/queries';

const EVERY_MS = 3_000;

/** Said while nothing can be asked: what stands on the page is what was known last. Afterwards all of it is asked again. */
export function Connection() {
  const client = useQueryClient();
  const isConnected = useConnected();
  useEffect(() => {
    if (isConnected) return;
    const timer = setInterval(() => void client.refetchQueries({ queryKey: q.session().queryKey }), EVERY_MS);
    return () => {
      clearInterval(timer);
      void client.invalidateQueries();
    };
  }, [client, isConnected]);
  if (isConnected) return null;
  return (
    <p className="notice notice-warn" role="status">
      <WifiOff size={16} aria-hidden />
      <span>
        <strong>Nameyard cannot be reached.</strong> What you see is what was known last. Trying again …
      </span>
    </p>
  );
}
