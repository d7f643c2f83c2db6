using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.FileProviders;
using Vault;

const string AnyBytes = "application/octet-stream";

var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration.GetSection("Vault");
byte[] key;
try
{
    key = VaultKey.Read(settings);
}
catch (Exception refusal) when (refusal is FormatException or IOException or UnauthorizedAccessException)
{
    // Here, and not at the first upload.
    Console.Error.WriteLine(refusal.Message);
    return 1;
}

var files = new SealedFiles(Directory.CreateDirectory(settings["Folder"] ?? "files").FullName, key);
files.DeleteParts();

var app = builder.Build();
app.UseExceptionHandler(errors => errors.Run(TellAsync));
if (settings["Page"] is { } page)
    app.UseFileServer(new FileServerOptions { FileProvider = new PhysicalFileProvider(Path.GetFullPath(page)) });

app.MapGet("/files", () => files.Names());

var named = app.MapGroup("").AddEndpointFilter(async (call, next) =>
    SealedFiles.IsName((string)call.HttpContext.Request.RouteValues["name"]!) ? await next(call)
        : Results.Text("A name is letters, digits, dots, hyphens and underscores.", statusCode: StatusCodes.Status400BadRequest));

// Range requests seek in the opening stream, which verifies the length before it is sent, and each chunk before its text is.
named.MapMethods("/files/{name}", ["GET", "HEAD"], (string name) =>
{
    if (!files.Exists(name))
        return Results.NotFound();
    var (text, version) = files.Open(name);
    return Download(text, version);
});

// As it is on the disk, for those who have the key themselves.
named.MapMethods("/sealed/{name}", ["GET", "HEAD"], (string name) =>
{
    if (!files.Exists(name))
        return Results.NotFound();
    var (file, version) = files.OpenSealed(name);
    return Download(file, version);
});

named.MapPut("/files/{name}", async (string name, HttpRequest request) =>
{
    // Whoever sends a part means to keep the rest, which would be lost (RFC 9110, 14.5).
    if (request.Headers.ContentRange.Count > 0)
        return Results.Text("A file is stored as a whole, without Content-Range.", statusCode: StatusCodes.Status400BadRequest);
    if (!Conditions.TryRead(request.Headers, out var conditions))
        return NotUnderstood();

    // Now, so that nobody sends much in vain; and once more when all of it is there.
    if (!files.Meet(conditions, name))
        return Refused();
    request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
    return await files.SaveAsync(name, request.Body, conditions, request.HttpContext.RequestAborted) switch
    {
        Outcome.New => Results.Created($"/files/{name}", null),
        Outcome.Done => Results.NoContent(),
        _ => Refused(),
    };
});

named.MapDelete("/files/{name}", (string name, HttpRequest request) =>
{
    if (!Conditions.TryRead(request.Headers, out var conditions))
        return NotUnderstood();
    return files.Delete(name, conditions) switch
    {
        Outcome.Missing => Results.NotFound(),
        Outcome.Done => Results.NoContent(),
        _ => Refused(),
    };
});

app.Run();
return 0;

static IResult NotUnderstood() =>
    Results.Text("If-Match and If-None-Match have entity tags in quotes, or an asterisk.", statusCode: StatusCodes.Status400BadRequest);

static IResult Refused() =>
    Results.Text("The file is not in the version that was asked for.", statusCode: StatusCodes.Status412PreconditionFailed);

// Results.Stream asks the stream for its length, and so for what is genuine: if that fails, nobody else disposes of it.
static IResult Download(Stream text, string version)
{
    try
    {
        return Results.Stream(text, AnyBytes, entityTag: Conditions.TagOf(version), enableRangeProcessing: true);
    }
    catch
    {
        text.Dispose();
        throw;
    }
}

// For what fails before anything was sent. Later, the connection is aborted, so that the client sees that something is missing.
static Task TellAsync(HttpContext context)
{
    var (status, text) = context.Features.GetRequiredFeature<IExceptionHandlerFeature>().Error switch
    {
        AuthenticationTagMismatchException or EndOfStreamException =>
            (StatusCodes.Status500InternalServerError, "The stored file is not genuine."),
        FileNotFoundException => (StatusCodes.Status404NotFound, "There is no such file any more."),
        BadHttpRequestException refused => (refused.StatusCode, refused.Message),
        _ => (StatusCodes.Status500InternalServerError, "Something went wrong."),
    };
    context.Response.StatusCode = status;
    return context.Response.WriteAsync(text);
}
