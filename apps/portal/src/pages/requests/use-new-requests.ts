import { useEffect, useState } from 'react';
import { callApi, type Query } from '../../api/client';
import type { RequestsPage, RequestView } from '#usage/contract';

const POLL_MS = 1_500;
const MAX_REQUESTS = 500;

/** The parameters that identify a list; serialized, they are a stable effect dependency. */
type List = [tenant: string, query: Query, latest: string];

/** Requests newer than the cursor `latest` of a page, newest first. Polls for more while `isLive`. */
export function useNewRequests(tenant: string, query: Query, latest: string | undefined, isLive: boolean) {
  const [loaded, setLoaded] = useState<{ list: string; requests: RequestView[] }>({ list: '', requests: [] });
  const list = latest === undefined ? undefined : JSON.stringify([tenant, query, latest] satisfies List);

  useEffect(() => {
    if (!isLive || list === undefined) return;
    let [tenant, query, after] = JSON.parse(list) as List;
    let requests: RequestView[] = [];
    let timer: ReturnType<typeof setTimeout>;
    let isCancelled = false;
    const poll = async () => {
      try {
        const path = ['tenants', tenant, 'requests'];
        const page = await callApi<RequestsPage>('GET', path, undefined, { ...query, after, limit: 100 });
        if (isCancelled) return;
        after = page.latest;
        requests = [...page.requests.toReversed(), ...requests].slice(0, MAX_REQUESTS);
        if (page.requests.length > 0) setLoaded({ list, requests });
      } catch {
        // The next poll retries. If the session has ended, the next page that is opened shows it.
      }
      if (!isCancelled) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [list, isLive]);

  return loaded.list === list ? loaded.requests : [];
}
