import { useEffect, useState } from 'react';
import { get, of, type Query } from '../../api/client';
import type { RequestPage, RequestView } from '../../api/types';

const POLL_MS = 1_500;
const MAX_REQUESTS = 500;

/** The list that is extended, as text: a stable dependency for the effect. */
type List = [tenant: string, query: Query, latest: string];

/** Requests logged later than a page, newest first; polls for them while `isLive`. `latest` is that of the page. */
export function useNewer(tenant: string, query: Query, latest: string | undefined, isLive: boolean): RequestView[] {
  const [seen, setSeen] = useState<{ of: string; requests: RequestView[] }>({ of: '', requests: [] });
  const list = latest === undefined ? undefined : JSON.stringify([tenant, query, latest] satisfies List);

  useEffect(() => {
    if (!isLive || list === undefined) return;
    let [tenant, query, after] = JSON.parse(list) as List;
    let newer: RequestView[] = [];
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const poll = async () => {
      try {
        const page = await get<RequestPage>(of(tenant, 'requests'), { ...query, after, limit: 100 });
        if (isOver) return;
        after = page.latest;
        newer = [...page.requests.toReversed(), ...newer].slice(0, MAX_REQUESTS);
        if (page.requests.length > 0) setSeen({ of: list, requests: newer });
      } catch {
        // The next poll retries. If the session has ended, the next page that is opened shows it.
      }
      if (!isOver) timer = setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [list, isLive]);

  return seen.of === list ? seen.requests : [];
}
