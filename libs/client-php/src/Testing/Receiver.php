<?php

declare(strict_types=1);

namespace Nameyard\Testing;

use Nameyard\Client;
use Nameyard\Event;
use Nameyard\Secret;
use Nameyard\SignatureError;
use Nameyard\Webhooks;
use PHPUnit\Framework\Assert;

/** A local HTTP server in a child process, which gets the webhooks of a world and verifies their signatures. */
final class Receiver
{
    public readonly string $id;
    public readonly string $url;
    private readonly Secret $secret;

    /** @var resource */
    private $process;

    /** @var array<resource> standard input and output of the child */
    private array $pipes = [];
    private int $status = 200;

    /** @var list<Event> */
    private array $events = [];

    /** @var array<string, true> IDs of the events that `next` has returned */
    private array $returned = [];

    /** @var list<SignatureError> */
    private array $rejected = [];

    /** @param list<string> $types */
    public function __construct(Client $client, array $types)
    {
        $host = getenv('NAMEYARD_RECEIVER_HOST') ?: null;
        $command = [PHP_BINARY, __DIR__ . '/scripts/receive.php', $host === null ? '127.0.0.1' : '0.0.0.0'];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $this->pipes)
            ?: throw new \RuntimeException('the process that receives webhooks did not start');
        $port = trim((string) fgets($this->pipes[1]));
        $this->url = 'http://' . ($host ?? '127.0.0.1') . ":{$port}/webhooks";
        $registered = $client->control->receivers->add($this->url, events: $types ?: null);
        [$this->id, $this->secret] = [$registered->id, $registered->secret];
        fwrite($this->pipes[0], "{$this->secret->reveal()}\n");
    }

    /**
     * Waits `$within` seconds for the next event of a type that no earlier call has returned. An event that is delivered again is
     * the same event. Non-ASCII domains: as A-label (`xn--…`), or in Unicode with `ext-intl`. It fails with the list of
     * what arrived.
     */
    public function next(string $type, ?string $domain = null, float $within = 10): Event
    {
        $until = microtime(true) + $within;
        $this->update();
        while (($event = $this->find($type, $domain)) === null && ($left = $until - microtime(true)) > 0 && is_resource($this->process)) {
            $this->update($left);
        }
        $subject = $domain === null ? $type : "{$type} of {$domain}";
        Assert::assertNotNull($event, "No {$subject} arrived within {$within} s.\n{$this->describe()}");
        $this->returned[$event->id] = true;

        return $event;
    }

    /** Sets the status of the responses from now on. */
    public function answer(int $status): void
    {
        $this->status = $status;
        $this->update();
    }

    /** @return list<Event> all verified webhooks in the order of arrival, also repeated ones */
    public function events(): array
    {
        $this->update();

        return $this->events;
    }

    /** @return list<SignatureError> the errors of requests without a valid signature, which were answered with 400 */
    public function rejected(): array
    {
        $this->update();

        return $this->rejected;
    }

    /** Stops listening. The receiver stays registered, so that deliveries fail. */
    public function close(): void
    {
        if (is_resource($this->process)) {
            $this->update();
            array_map(fclose(...), $this->pipes);
            proc_close($this->process);
        }
    }

    /** Tells the child the status, and waits for new requests. */
    private function update(float $within = 0): void
    {
        if (!is_resource($this->process)) {
            return;
        }
        $from = count($this->events) + count($this->rejected);
        fwrite($this->pipes[0], json_encode([$this->status, $from, $within], JSON_THROW_ON_ERROR) . "\n");
        foreach (json_decode((string) fgets($this->pipes[1]), true, flags: JSON_THROW_ON_ERROR) as $request) {
            try {
                $this->events[] = Webhooks::unwrap(base64_decode($request['body']), $request['headers'], $this->secret, now: $request['at']);
            } catch (SignatureError $error) {
                $this->rejected[] = $error;
            }
        }
    }

    private function find(string $type, ?string $domain): ?Event
    {
        $ascii = $domain === null ? null : self::asciiOf($domain);
        foreach ($this->events as $event) {
            $matches = $event->type === $type && ($ascii === null || strcasecmp($ascii, self::domainOf($event)) === 0);
            if ($matches && !isset($this->returned[$event->id])) {
                return $event;
            }
        }

        return null;
    }

    private function describe(): string
    {
        $lines = [];
        foreach ($this->events as $event) {
            $lines[] = "  {$event->type} " . self::domainOf($event) . (isset($this->returned[$event->id]) ? ' (returned by an earlier call)' : '');
        }
        foreach ($this->rejected as $error) {
            $lines[] = "  a request that was rejected: {$error->getMessage()}";
        }

        return $lines === [] ? 'Nothing arrived.' : implode("\n", ['Arrived:', ...$lines]);
    }

    /** The domain as events have it, with A-labels. */
    private static function asciiOf(string $domain): string
    {
        $name = rtrim($domain, '.');
        if ($name === '' || !function_exists('idn_to_ascii')) {
            return $name;
        }

        return idn_to_ascii($name, IDNA_NONTRANSITIONAL_TO_ASCII, INTL_IDNA_VARIANT_UTS46) ?: $name;
    }

    private static function domainOf(Event $event): string
    {
        return ((array) $event->toJson()['data'])['domain'] ?? '';
    }
}
