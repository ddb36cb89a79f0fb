import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { connection } from '../api/client';
import { queries } from '../api/queries';

const RETRY_MS = 3_000;

/** Shown while the server cannot be reached. Retries, and refreshes all data when the server is back. */
export function ConnectionNotice() {
  const client = useQueryClient();
  const isConnected = connection.use();
  useEffect(() => {
    if (isConnected) return;
    const timer = setInterval(() => void client.refetchQueries(queries.session()), RETRY_MS);
    return () => {
      clearInterval(timer);
      void client.invalidateQueries();
    };
  }, [client, isConnected]);
  if (isConnected) return null;
  return (
    <p className="notice notice-warn" role="status">
      <WifiOff size={16} />
      <span>
        <strong>Cannot reach Nameyard.</strong> The data on this page may be outdated. Retrying…
      </span>
    </p>
  );
}
