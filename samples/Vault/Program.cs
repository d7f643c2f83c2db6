using System;
using System.IO;
using System.Security.Cryptography;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.FileProviders;
using Microsoft.Net.Http.Headers;
using Vault;

const string AnyBytes = "application/octet-stream";

var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration.GetSection("Vault");
var folder = Directory.CreateDirectory(settings["Folder"] ?? "files").FullName;
var key = settings["Key"] ?? File.ReadAllText(settings["KeyFile"] ?? "vault.key");
var files = new SealedFiles(folder, Convert.FromHexString(key.Trim()));
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
    files.Exists(name) ? Results.Stream(files.OpenSealed(name), AnyBytes, enableRangeProcessing: true) : Results.NotFound());

named.MapPut("/files/{name}", async (string name, HttpRequest request) =>
{
    // Whoever sends a part means to keep the rest, which would be lost (RFC 9110, 14.5).
    if (request.Headers.ContentRange.Count > 0)
        return Results.Text("A file is stored as a whole, without Content-Range.", statusCode: StatusCodes.Status400BadRequest);
    request.HttpContext.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
    var isNew = !files.Exists(name);
    await files.SaveAsync(name, request.Body, request.HttpContext.RequestAborted);
    return isNew ? Results.Created($"/files/{name}", null) : Results.NoContent();
});

named.MapDelete("/files/{name}", (string name) =>
{
    var exists = files.Exists(name);
    files.Delete(name);
    return exists ? Results.NoContent() : Results.NotFound();
});

app.Run();

// Results.Stream asks the stream for its length, and so for what is genuine: if that fails, nobody else disposes of it.
static IResult Download(Stream text, string version)
{
    try
    {
        return Results.Stream(text, AnyBytes, entityTag: new EntityTagHeaderValue($"\"{version}\""), enableRangeProcessing: true);
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
