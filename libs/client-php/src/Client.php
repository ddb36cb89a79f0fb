<?php

declare(strict_types=1);

namespace Nameyard;

use Nameyard\Resources\{Control, Domains, Events, Orders, Registrations, Tlds};
use Psr\Log\LoggerInterface;

/** Client of a tenant. */
final readonly class Client implements \Stringable
{
    public const VERSION = '1.0.0';

    public Domains $domains;
    public Orders $orders;
    public Registrations $registrations;
    public Tlds $tlds;
    public Events $events;

    /** Controls the sandbox in tests. It requires the permission `sandbox.control`. */
    public Control $control;

    private string $description;

    /**
     * @param string $baseUrl address of the API, which ends in `/api/v1`
     * @param float $timeout maximum duration of each attempt in seconds
     * @param ?LoggerInterface $logger logs each attempt at the level debug
     * @param ?\Closure(Attempt): void $before
     * @param ?\Closure(Attempt): void $after
     */
    public function __construct(
        string $baseUrl,
        string $tenant,
        #[\SensitiveParameter]
        string|Secret $apiKey,
        float $timeout = 30,
        int $maxRetries = 2,
        ?LoggerInterface $logger = null,
        ?\Closure $before = null,
        ?\Closure $after = null,
    ) {
        $key = is_string($apiKey) ? new Secret($apiKey) : $apiKey;
        Transport::checkToken('tenant', $tenant);
        Transport::checkToken('apiKey', $key->reveal());
        Transport::checkLimits($timeout, $maxRetries);
        $url = str_ends_with($baseUrl, '/') ? substr($baseUrl, 0, -1) : $baseUrl;
        if (str_contains($url, '@')) {
            throw new NameyardError('baseUrl must not contain @: it has no user name or password');
        }
        if (filter_var($url, FILTER_VALIDATE_URL) === false || preg_match('#^https?://[^?\#\s]+/api/v1$#D', $url) !== 1) {
            throw new NameyardError("baseUrl must be an http or https address that ends in /api/v1, not {$url}");
        }
        $transport = new Transport($url, $tenant, $key, $timeout, $maxRetries, $logger, $before, $after);
        $this->domains = new Domains($transport);
        $this->orders = new Orders($transport);
        $this->registrations = new Registrations($transport);
        $this->tlds = new Tlds($transport);
        $this->events = new Events($transport);
        $this->control = new Control($transport);
        $this->description = "Nameyard\\Client({$url}, {$tenant})";
    }

    public function __toString(): string
    {
        return $this->description;
    }
}
