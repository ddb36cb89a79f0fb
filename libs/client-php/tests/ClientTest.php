<?php

declare(strict_types=1);

namespace Nameyard\Tests;

use Nameyard\ApiError;
use Nameyard\Backoff;
use Nameyard\CallOptions;
use Nameyard\Client;
use Nameyard\ConnectionError;
use Nameyard\Errors\DomainTakenError;
use Nameyard\Events\WebhookTestEvent;
use Nameyard\Json;
use Nameyard\Money;
use Nameyard\NameyardError;
use Nameyard\Secret;
use Nameyard\SignatureError;
use Nameyard\Types\MaxAmount;
use Nameyard\Types\NewReceiver;
use Nameyard\Types\Owner;
use Nameyard\UnknownEvent;
use Nameyard\Webhooks;
use PHPUnit\Framework\TestCase;

final class ClientTest extends TestCase
{
    private const URL = 'http://127.0.0.1:1/api/v1';
    private const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

    /** @return array<string, array{string, string, string, float, int, string}> */
    public static function invalidOptions(): array
    {
        return [
            'address' => ['http://127.0.0.1:3000', 'demo', 'key', 30, 2, 'must be an http or https address that ends in /api/v1'],
            'password' => ['http://user:word@127.0.0.1:3000/api/v1', 'demo', 'key', 30, 2, 'baseUrl must not contain @'],
            'password without path' => ['http://user:word@127.0.0.1:3000', 'demo', 'key', 30, 2, 'baseUrl must not contain @'],
            'tenant' => [self::URL, '', 'key', 30, 2, 'tenant must be a string'],
            'key' => [self::URL, 'demo', 'a b', 30, 2, 'apiKey must be a string'],
            'timeout' => [self::URL, 'demo', 'key', 0, 2, 'timeout must be a number of seconds'],
            'retries' => [self::URL, 'demo', 'key', 30, -1, 'maxRetries must be an integer from 0'],
        ];
    }

    /** @dataProvider invalidOptions */
    public function testInvalidOptionsAreRefused(string $url, string $tenant, string $key, float $timeout, int $retries, string $message): void
    {
        $this->expectException(NameyardError::class);
        $this->expectExceptionMessage($message);
        new Client($url, $tenant, $key, $timeout, $retries);
    }

    public function testHeadersOfTheClientCannotBeReplaced(): void
    {
        foreach ([['authorization' => 'x'], ['X-Trace' => "a\r\nb"]] as $headers) {
            try {
                (new Client(self::URL, 'demo', 'key'))->tlds->list(new CallOptions(headers: $headers));
                self::fail('accepted');
            } catch (NameyardError $error) {
                self::assertStringContainsString('the header', $error->getMessage());
            }
        }
    }

    public function testKeysAreNotPrinted(): void
    {
        $client = new Client(self::URL, 'demo', 'ny_sandbox_hidden', maxRetries: 0);
        $receiver = NewReceiver::fromJson(['id' => 'rcv_1', 'secret' => 'ny_sandbox_hidden']);
        try {
            $client->domains->search('shop.com');
            self::fail('connected');
        } catch (ConnectionError $error) {
            $secret = new Secret('ny_sandbox_hidden');
            $texts = [(string) $client, print_r($client, true), (string) $error, print_r($receiver, true), "{$secret}", json_encode($secret)];
            self::assertStringNotContainsString('hidden', implode("\n", $texts));
            self::assertSame(1, $error->attempts);
        }
        self::assertSame('ny_sandbox_hidden', $receiver->secret->reveal());
    }

    public function testTracesDoNotHaveSecrets(): void
    {
        $before = ini_set('zend.exception_ignore_args', '0');
        try {
            $client = new Client(self::URL, 'demo', 'ny_sandbox_hidden', maxRetries: 0);
            $owner = new Owner('Ada', 'Lovelace', 'ada@example.com');
            $client->domains->transfer('shop.com', 'hidden-code', $owner);
            self::fail('connected');
        } catch (ConnectionError $error) {
            self::assertStringNotContainsString('hidden', print_r($error, true) . print_r((array) new Secret('hidden'), true));
        } finally {
            ini_set('zend.exception_ignore_args', (string) $before);
        }
    }

    public function testHooksSeeAllAttempts(): void
    {
        $seen = [];
        $after = static function ($attempt) use (&$seen): void {
            $seen[] = [$attempt->number, $attempt->status, $attempt->error::class];
        };
        try {
            (new Client(self::URL, 'demo', 'key', maxRetries: 1, after: $after))->tlds->list();
        } catch (ConnectionError) {
        }
        self::assertSame([[1, null, ConnectionError::class], [2, null, ConnectionError::class]], $seen);
    }

    public function testMoneyKeepsCents(): void
    {
        foreach (['24.98' => 2498, '25' => 2500, '0.10' => 10, '-3.05' => -305, '1200' => 120000] as $text => $minorUnits) {
            self::assertSame($minorUnits, Money::of($text)->minorUnits);
            self::assertSame((string) $text, (string) new Money($minorUnits));
        }
        $amount = new MaxAmount(currency: 'USD', total: Money::of('24.98'));
        self::assertSame('{"currency":"USD","total":24.98}', json_encode(Json::encode($amount)));
        $this->expectException(NameyardError::class);
        Money::of('1.001');
    }

    public function testTimesAreSentInUtc(): void
    {
        self::assertSame('2027-01-01T00:00:00.000Z', Json::encode(new \DateTimeImmutable('2027-01-01T02:00:00+02:00')));
    }

    public function testErrorsHaveTheClassOfTheirCode(): void
    {
        $body = ['error' => ['code' => 'DOMAIN_TAKEN', 'message' => 'Taken.', 'docs' => '/docs/errors#DOMAIN_TAKEN', 'details' => [[], 1, ['field' => 5], ['field' => 'domain', 'message' => 'is taken', 'amount' => 'x'], ['field' => 'domain', 'message' => 'is taken']]]];
        $error = ApiError::of(409, ['x-request-id' => 'req_1'], $body, 'http://127.0.0.1:3000');
        self::assertInstanceOf(DomainTakenError::class, $error);
        self::assertSame(['Taken.', 'req_1', 1], [$error->getMessage(), $error->requestId, count($error->details)]);
        self::assertSame('http://127.0.0.1:3000/docs/errors#DOMAIN_TAKEN', $error->docs);
    }

    public function testRetryAfterReplacesThePause(): void
    {
        $pause = static fn(string $value): ?float => Backoff::pauseAfter(ApiError::of(429, ['retry-after' => $value], null, ''), 1, false);
        self::assertSame(7.0, $pause('7'));
        self::assertNull($pause('61'));
        self::assertSame(0.0, $pause('Fri, 01 Jan 2021 00:00:00 GMT'));
        self::assertGreaterThanOrEqual(0.5, $pause('soon'));
        $zone = date_default_timezone_get();
        date_default_timezone_set('Europe/Berlin');
        self::assertEqualsWithDelta(20, $pause(gmdate('D, d M Y H:i:s', time() + 20) . ' GMT'), 10);
        date_default_timezone_set($zone);
    }

    public function testSignedWebhooksAreUnwrapped(): void
    {
        $body = '{"type":"webhook.test","timestamp":"2027-01-01T00:00:00.000Z","data":{"message":"Hi"}}';
        $headers = Webhooks::sign($body, [self::SECRET, new Secret(self::SECRET)], 'evt_7');
        $event = Webhooks::unwrap($body, array_map(static fn(string $value): array => [$value], $headers), self::SECRET);
        self::assertInstanceOf(WebhookTestEvent::class, $event);
        self::assertSame(['evt_7', 'Hi', '2027'], [$event->id, $event->data->message, $event->timestamp->format('Y')]);
        $other = '{"type":"domain.new","timestamp":"2027-01-01T00:00:00.000Z","data":{}}';
        self::assertInstanceOf(UnknownEvent::class, Webhooks::unwrap($other, Webhooks::sign($other, self::SECRET), self::SECRET));
        $this->expectException(SignatureError::class);
        Webhooks::unwrap("{$body} ", $headers, self::SECRET);
    }
}
